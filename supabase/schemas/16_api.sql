-- The functions that the API reaches, and the roles that may call them; rights and policies of tables are with the
-- tables.

-- Only tables of the schema private have no policies: callers have no rights to them.
do $$
declare
  closed regclass;
begin
  for closed in
    select oid from pg_class
    where relnamespace in ('public'::regnamespace, 'private'::regnamespace) and relkind = 'r'
  loop
    execute format('alter table %s enable row level security', closed);
    if not exists (select from pg_policy where polrelid = closed) then
      execute format('create policy "Internal only" on %s for all to public using (false)', closed);
    end if;
  end loop;
end;
$$;

-- Functions ignore the caller's search_path: each name has its schema.
do $$
declare
  ours regprocedure;
begin
  for ours in
    select oid from pg_proc
    where pronamespace in ('public'::regnamespace, 'private'::regnamespace) and proowner = current_user::regrole
  loop
    execute format('alter routine %s set search_path = ''''', ours);
  end loop;
end;
$$;

-- The functions of the API, and the helpers that these, policies and triggers need as the caller; names are unique. A
-- definer function, which has more than its caller's rights, is in the schema private: the API reaches a function with
-- its name and arguments, made here, that runs as the caller.
do $$
declare
  call record;
begin
  for call in
    select name, granted.roles
    from (
      values
        ('anon, authenticated, service_role', 'private.check_caller'),
        ('authenticated', 'private.is_in_session'),
        ('anon', 'private.is_display_topic'),
        ('anon, authenticated', 'read_display tick_on_display undo_on_display read_household_invitation'),
        ('authenticated', '
          count_closing_attempt
          create_household rename_household save_person remove_person bring_back_person
          delete_household restore_household
          invite_to_household invite_to_household_by_mail send_household_invitation_again
          revoke_household_invitation join_household
          create_task update_task delete_task leave_task pause_task restore_task
          complete_task skip_occurrence undo_completion correct_completion catch_up undo_catch_up
          note_day put_off check_line start_earlier undo_schedule_change
          accept_sender decline_sender block_sender unblock_sender ask_for_tasks send_invitation_again
          list_tasks read_task read_record count_done
          set_morning_mail renew_calendar
          create_display revoke_display print_labels renew_labels
          create_token end_token
          read_push set_push watch_task add_push_device add_push_channel
          remove_push_device
          read_webhooks add_webhook remove_webhook test_webhook
          enter_absence end_absence enter_house_absence end_house_absence set_household_zone
          set_household_language
          take_turns give_turns return_turns offer_turns withdraw_offers
          export_tasks begin_import import_piece finish_import answer_claim undo_import
        '),
        ('service_role', '
          list_tasks_for claim_morning_mails claim_mails finish_morning_mails claim_pushes
          next_invitation retry_invitation claim_message finish_messages settle_day forget_old
          begin_closing close_piece go_on_closing
          claim_webhooks finish_webhook
          follow_done_link follow_put_off_link follow_unsubscribe_link
          use_token count_calendar_read is_invited begin_invited_account claim_invitation is_let_in
          private.act_for private.open_door private.door_rules private.lease_morning_mails
          private.open_token private.kept_answer private.keep_answer private.is_time_zone
        '),
        ('authenticated', '
          private.fail private.issue private.refuse private.exceed
          private.trimmed private.entered_text private.canonical_address private.iso private.is_day
          private.is_date_style private.is_language
          private.runs private.latest_today
          private.my_time_zone private.my_households private.my_person private.my_people
          private.may_edit private.tasks_shared_with_me private.takes_part_openly
          private.visible_tasks private.task_list
          private.begin_reading
          private.over_fields private.with_fields private.set_shares private.restore_shares
          private.made_at private.last_seen private.one_day private.door
          private.begin_call private.answer private.refuse_task
          private.is_one_at_a_time_on private.place_of private.settled_place private.others_on private.said_since
          private.deed_json private.mark_day private.may_undo private.happen
          private.households private.invitations private.tasks_digest private.names_digest
          private.offers_morning_mail
          private.export_rows private.moving_tasks private.moving_household
          private.exportable_tasks private.exported_account private.exported_task private.exported_details
          private.person_json private.doers_json private.names_of private.ranges_json private.ids_in
          private.with_names
          private.run_for_token private.list_for_token private.read_deeds private.deeds_on private.news_of
          private.tell_changes private.day_after private.ids_or_null private.earliest_today
        ')
    ) as granted (roles, names)
    cross join regexp_split_to_table(trim(names, E' \n'), '\s+') as name
  loop
    if call.name not like 'private.%' and to_regproc('public.' || call.name) is null then
      execute (
        select format(
          'create function public.%I(%s) returns %s language sql %s set search_path = ''''
           as ''select private.%1$I(%5$s)''',
          proname, pg_get_function_arguments(oid), pg_get_function_result(oid),
          case provolatile when 's' then 'stable' else 'volatile' end,
          (select string_agg('$' || place, ', ') from generate_series(1, pronargs) as place)
        )
        from pg_proc where oid = ('private.' || call.name)::regproc
      );
    end if;
    execute (
      select format('grant execute on function %s to %s', string_agg(oid::regprocedure::text, ', '), call.roles)
      from pg_proc
      where pronamespace in ('public'::regnamespace, 'private'::regnamespace)
        and call.name in (proname::text, pronamespace::regnamespace || '.' || proname)
    );
  end loop;
end;
$$;
