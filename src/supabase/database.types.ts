
export type Json = string | number | boolean | null | { [key: string]: Json | undefined } | Json[]

export type Database = {
  
  "public": {
          Tables: {
            "access_tokens": {
                  Row: {
                    "created_at": string,"household_id": string | null,"id": string,"made_by": string,"name": string,"scope": string,"token_hash": string,"told": number,"used_on": string | null
                  }
                  ComputedFields: never
                  Insert: {
                    "created_at"?: string,"household_id"?: string | null,"id": string,"made_by": string,"name": string,"scope": string,"token_hash": string,"told"?: number,"used_on"?: string | null
                  }
                  Update: {
                    "created_at"?: string,"household_id"?: string | null,"id"?: string,"made_by"?: string,"name"?: string,"scope"?: string,"token_hash"?: string,"told"?: number,"used_on"?: string | null
                  }
                  Relationships: [
                    {
      foreignKeyName: "access_tokens_household_id_fkey"
      columns: ["household_id"]
isOneToOne: false
      referencedRelation: "households"
      referencedColumns: ["id"]
    },{
      foreignKeyName: "access_tokens_made_by_fkey"
      columns: ["made_by"]
isOneToOne: false
      referencedRelation: "profiles"
      referencedColumns: ["id"]
    }
                  ]
                },"calendar_feeds": {
                  Row: {
                    "categories": (string)[] | null,"created_at": string,"household_ids": (string)[] | null,"only_mine": boolean,"only_my_turns": boolean,"person_id": string,"token_hash": string,"without_daily": boolean
                  }
                  ComputedFields: never
                  Insert: {
                    "categories"?: (string)[] | null,"created_at"?: string,"household_ids"?: (string)[] | null,"only_mine"?: boolean,"only_my_turns"?: boolean,"person_id": string,"token_hash": string,"without_daily"?: boolean
                  }
                  Update: {
                    "categories"?: (string)[] | null,"created_at"?: string,"household_ids"?: (string)[] | null,"only_mine"?: boolean,"only_my_turns"?: boolean,"person_id"?: string,"token_hash"?: string,"without_daily"?: boolean
                  }
                  Relationships: [
                    {
      foreignKeyName: "calendar_feeds_person_id_fkey"
      columns: ["person_id"]
isOneToOne: true
      referencedRelation: "profiles"
      referencedColumns: ["id"]
    }
                  ]
                },"former_names": {
                  Row: {
                    "name": string,"person_id": string,"task_id": string
                  }
                  ComputedFields: never
                  Insert: {
                    "name": string,"person_id": string,"task_id": string
                  }
                  Update: {
                    "name"?: string,"person_id"?: string,"task_id"?: string
                  }
                  Relationships: [
                    {
      foreignKeyName: "former_names_person_id_fkey"
      columns: ["person_id"]
isOneToOne: false
      referencedRelation: "profiles"
      referencedColumns: ["id"]
    },{
      foreignKeyName: "former_names_task_id_fkey"
      columns: ["task_id"]
isOneToOne: false
      referencedRelation: "tasks"
      referencedColumns: ["id"]
    }
                  ]
                },"house_absences": {
                  Row: {
                    "days": unknown,"ended_by": string | null,"ended_on": string | null,"entered_at": string,"entered_by": string,"from_day": string,"household_id": string,"id": string,"to_day": string
                  }
                  ComputedFields: never
                  Insert: {
                    "days"?: never,"ended_by"?: string | null,"ended_on"?: string | null,"entered_at"?: string,"entered_by": string,"from_day": string,"household_id": string,"id": string,"to_day": string
                  }
                  Update: {
                    "days"?: never,"ended_by"?: string | null,"ended_on"?: string | null,"entered_at"?: string,"entered_by"?: string,"from_day"?: string,"household_id"?: string,"id"?: string,"to_day"?: string
                  }
                  Relationships: [
                    {
      foreignKeyName: "house_absences_household_id_fkey"
      columns: ["household_id"]
isOneToOne: false
      referencedRelation: "households"
      referencedColumns: ["id"]
    }
                  ]
                },"household_absences": {
                  Row: {
                    "ended_on": string | null,"entered_at": string,"entered_by": string | null,"entered_on": string,"for_past": boolean,"from_day": string,"household_id": string,"id": string,"person_id": string,"to_day": string
                  }
                  ComputedFields: never
                  Insert: {
                    "ended_on"?: string | null,"entered_at"?: string,"entered_by"?: string | null,"entered_on": string,"for_past"?: boolean,"from_day": string,"household_id": string,"id": string,"person_id": string,"to_day": string
                  }
                  Update: {
                    "ended_on"?: string | null,"entered_at"?: string,"entered_by"?: string | null,"entered_on"?: string,"for_past"?: boolean,"from_day"?: string,"household_id"?: string,"id"?: string,"person_id"?: string,"to_day"?: string
                  }
                  Relationships: [
                    {
      foreignKeyName: "household_absences_household_id_fkey"
      columns: ["household_id"]
isOneToOne: false
      referencedRelation: "households"
      referencedColumns: ["id"]
    },{
      foreignKeyName: "household_absences_person_id_fkey"
      columns: ["person_id"]
isOneToOne: false
      referencedRelation: "household_people"
      referencedColumns: ["id"]
    }
                  ]
                },"household_displays": {
                  Row: {
                    "channel": string,"created_at": string,"household_id": string,"id": string,"name": string,"token_hash": string,"used_at": string | null
                  }
                  ComputedFields: never
                  Insert: {
                    "channel"?: string,"created_at"?: string,"household_id": string,"id": string,"name": string,"token_hash": string,"used_at"?: string | null
                  }
                  Update: {
                    "channel"?: string,"created_at"?: string,"household_id"?: string,"id"?: string,"name"?: string,"token_hash"?: string,"used_at"?: string | null
                  }
                  Relationships: [
                    {
      foreignKeyName: "household_displays_household_id_fkey"
      columns: ["household_id"]
isOneToOne: false
      referencedRelation: "households"
      referencedColumns: ["id"]
    }
                  ]
                },"household_invitations": {
                  Row: {
                    "address": string | null,"expires_at": string,"household_id": string,"id": string,"made_by": string,"mailed_at": string | null,"person_id": string | null,"role": string,"token_hash": string,"typed_address": string | null
                  }
                  ComputedFields: never
                  Insert: {
                    "address"?: string | null,"expires_at"?: string,"household_id": string,"id": string,"made_by": string,"mailed_at"?: string | null,"person_id"?: string | null,"role": string,"token_hash": string,"typed_address"?: string | null
                  }
                  Update: {
                    "address"?: string | null,"expires_at"?: string,"household_id"?: string,"id"?: string,"made_by"?: string,"mailed_at"?: string | null,"person_id"?: string | null,"role"?: string,"token_hash"?: string,"typed_address"?: string | null
                  }
                  Relationships: [
                    {
      foreignKeyName: "household_invitations_household_id_fkey"
      columns: ["household_id"]
isOneToOne: false
      referencedRelation: "households"
      referencedColumns: ["id"]
    },{
      foreignKeyName: "household_invitations_made_by_fkey"
      columns: ["made_by"]
isOneToOne: false
      referencedRelation: "household_people"
      referencedColumns: ["id"]
    },{
      foreignKeyName: "household_invitations_person_id_fkey"
      columns: ["person_id"]
isOneToOne: false
      referencedRelation: "household_people"
      referencedColumns: ["id"]
    }
                  ]
                },"household_people": {
                  Row: {
                    "account_id": string | null,"account_since": string | null,"face": number,"household_id": string,"id": string,"joined_at": string,"left_on": string | null,"let_go_at": string | null,"name": string,"role": string
                  }
                  ComputedFields: never
                  Insert: {
                    "account_id"?: string | null,"account_since"?: string | null,"face"?: number,"household_id": string,"id": string,"joined_at"?: string,"left_on"?: string | null,"let_go_at"?: string | null,"name": string,"role": string
                  }
                  Update: {
                    "account_id"?: string | null,"account_since"?: string | null,"face"?: number,"household_id"?: string,"id"?: string,"joined_at"?: string,"left_on"?: string | null,"let_go_at"?: string | null,"name"?: string,"role"?: string
                  }
                  Relationships: [
                    {
      foreignKeyName: "household_people_account_id_fkey"
      columns: ["account_id"]
isOneToOne: false
      referencedRelation: "profiles"
      referencedColumns: ["id"]
    },{
      foreignKeyName: "household_people_household_id_fkey"
      columns: ["household_id"]
isOneToOne: false
      referencedRelation: "households"
      referencedColumns: ["id"]
    }
                  ]
                },"household_zones": {
                  Row: {
                    "counts_from": string,"first_day": string,"household_id": string,"set_at": string,"set_by": string | null,"time_zone": string
                  }
                  ComputedFields: never
                  Insert: {
                    "counts_from"?: string,"first_day"?: string,"household_id": string,"set_at"?: string,"set_by"?: string | null,"time_zone": string
                  }
                  Update: {
                    "counts_from"?: string,"first_day"?: string,"household_id"?: string,"set_at"?: string,"set_by"?: string | null,"time_zone"?: string
                  }
                  Relationships: [
                    {
      foreignKeyName: "household_zones_household_id_fkey"
      columns: ["household_id"]
isOneToOne: false
      referencedRelation: "households"
      referencedColumns: ["id"]
    }
                  ]
                },"households": {
                  Row: {
                    "created_at": string,"deleted_at": string | null,"id": string,"language": string | null,"name": string
                  }
                  ComputedFields: never
                  Insert: {
                    "created_at"?: string,"deleted_at"?: string | null,"id": string,"language"?: string | null,"name": string
                  }
                  Update: {
                    "created_at"?: string,"deleted_at"?: string | null,"id"?: string,"language"?: string | null,"name"?: string
                  }
                  Relationships: [
                    
                  ]
                },"left_tasks": {
                  Row: {
                    "left_at": string,"owner_id": string,"owner_name": string,"person_id": string,"task_id": string,"title": string | null
                  }
                  ComputedFields: never
                  Insert: {
                    "left_at"?: string,"owner_id": string,"owner_name": string,"person_id": string,"task_id": string,"title"?: string | null
                  }
                  Update: {
                    "left_at"?: string,"owner_id"?: string,"owner_name"?: string,"person_id"?: string,"task_id"?: string,"title"?: string | null
                  }
                  Relationships: [
                    {
      foreignKeyName: "left_tasks_person_id_fkey"
      columns: ["person_id"]
isOneToOne: false
      referencedRelation: "profiles"
      referencedColumns: ["id"]
    },{
      foreignKeyName: "left_tasks_task_id_fkey"
      columns: ["task_id"]
isOneToOne: false
      referencedRelation: "tasks"
      referencedColumns: ["id"]
    }
                  ]
                },"morning_mails": {
                  Row: {
                    "hour": number,"is_on": boolean,"next_at": string,"only_my_turns": boolean,"sent_until": string | null,"user_id": string
                  }
                  ComputedFields: never
                  Insert: {
                    "hour"?: number,"is_on": boolean,"next_at"?: string,"only_my_turns"?: boolean,"sent_until"?: string | null,"user_id"?: string
                  }
                  Update: {
                    "hour"?: number,"is_on"?: boolean,"next_at"?: string,"only_my_turns"?: boolean,"sent_until"?: string | null,"user_id"?: string
                  }
                  Relationships: [
                    {
      foreignKeyName: "morning_mails_user_id_fkey"
      columns: ["user_id"]
isOneToOne: true
      referencedRelation: "profiles"
      referencedColumns: ["id"]
    }
                  ]
                },"profiles": {
                  Row: {
                    "date_style": string | null,"display_name": string,"full_name": string,"id": string,"language": string | null,"time_zone": string
                  }
                  ComputedFields: never
                  Insert: {
                    "date_style"?: string | null,"display_name": string,"full_name"?: string,"id": string,"language"?: string | null,"time_zone"?: string
                  }
                  Update: {
                    "date_style"?: string | null,"display_name"?: string,"full_name"?: string,"id"?: string,"language"?: string | null,"time_zone"?: string
                  }
                  Relationships: [
                    
                  ]
                },"shared_contacts": {
                  Row: {
                    "contact_email": string,"last_shared_at": string,"owner_id": string
                  }
                  ComputedFields: never
                  Insert: {
                    "contact_email": string,"last_shared_at"?: string,"owner_id"?: string
                  }
                  Update: {
                    "contact_email"?: string,"last_shared_at"?: string,"owner_id"?: string
                  }
                  Relationships: [
                    {
      foreignKeyName: "shared_contacts_owner_id_fkey"
      columns: ["owner_id"]
isOneToOne: false
      referencedRelation: "profiles"
      referencedColumns: ["id"]
    }
                  ]
                },"sharing_consents": {
                  Row: {
                    "is_accepted": boolean,"recipient_id": string,"sender_id": string,"sender_name": string
                  }
                  ComputedFields: never
                  Insert: {
                    "is_accepted": boolean,"recipient_id": string,"sender_id": string,"sender_name": string
                  }
                  Update: {
                    "is_accepted"?: boolean,"recipient_id"?: string,"sender_id"?: string,"sender_name"?: string
                  }
                  Relationships: [
                    {
      foreignKeyName: "sharing_consents_recipient_id_fkey"
      columns: ["recipient_id"]
isOneToOne: false
      referencedRelation: "profiles"
      referencedColumns: ["id"]
    },{
      foreignKeyName: "sharing_consents_sender_id_fkey"
      columns: ["sender_id"]
isOneToOne: false
      referencedRelation: "profiles"
      referencedColumns: ["id"]
    }
                  ]
                },"task_catch_ups": {
                  Row: {
                    "by_name": string | null,"days": unknown,"id": string,"people": (string)[] | null,"recorded_at": string,"said_by": string | null,"status": string,"task_id": string,"time_zone": string,"user_id": string | null
                  }
                  ComputedFields: never
                  Insert: {
                    "by_name"?: string | null,"days": unknown,"id": string,"people"?: (string)[] | null,"recorded_at"?: string,"said_by"?: string | null,"status": string,"task_id": string,"time_zone"?: string,"user_id"?: string | null
                  }
                  Update: {
                    "by_name"?: string | null,"days"?: unknown,"id"?: string,"people"?: (string)[] | null,"recorded_at"?: string,"said_by"?: string | null,"status"?: string,"task_id"?: string,"time_zone"?: string,"user_id"?: string | null
                  }
                  Relationships: [
                    {
      foreignKeyName: "task_catch_ups_task_id_fkey"
      columns: ["task_id"]
isOneToOne: false
      referencedRelation: "tasks"
      referencedColumns: ["id"]
    },{
      foreignKeyName: "task_catch_ups_user_id_fkey"
      columns: ["user_id"]
isOneToOne: false
      referencedRelation: "profiles"
      referencedColumns: ["id"]
    }
                  ]
                },"task_checks": {
                  Row: {
                    "day": string,"is_checked": boolean,"line": string,"made_at": string,"task_id": string,"time_zone": string,"user_id": string | null
                  }
                  ComputedFields: never
                  Insert: {
                    "day": string,"is_checked"?: boolean,"line": string,"made_at"?: string,"task_id": string,"time_zone"?: string,"user_id"?: string | null
                  }
                  Update: {
                    "day"?: string,"is_checked"?: boolean,"line"?: string,"made_at"?: string,"task_id"?: string,"time_zone"?: string,"user_id"?: string | null
                  }
                  Relationships: [
                    {
      foreignKeyName: "task_checks_task_id_fkey"
      columns: ["task_id"]
isOneToOne: false
      referencedRelation: "tasks"
      referencedColumns: ["id"]
    },{
      foreignKeyName: "task_checks_user_id_fkey"
      columns: ["user_id"]
isOneToOne: false
      referencedRelation: "profiles"
      referencedColumns: ["id"]
    }
                  ]
                },"task_completions": {
                  Row: {
                    "by_name": string | null,"completed_at": string,"completed_date": string,"done_at": string | null,"done_on": string | null,"due_on": string | null,"people": (string)[] | null,"said_by": string | null,"status": string,"task_id": string,"time_zone": string,"user_id": string | null,"via": string | null,"via_name": string | null
                  }
                  ComputedFields: never
                  Insert: {
                    "by_name"?: string | null,"completed_at"?: string,"completed_date": string,"done_at"?: string | null,"done_on"?: string | null,"due_on"?: string | null,"people"?: (string)[] | null,"said_by"?: string | null,"status"?: string,"task_id": string,"time_zone"?: string,"user_id"?: string | null,"via"?: string | null,"via_name"?: string | null
                  }
                  Update: {
                    "by_name"?: string | null,"completed_at"?: string,"completed_date"?: string,"done_at"?: string | null,"done_on"?: string | null,"due_on"?: string | null,"people"?: (string)[] | null,"said_by"?: string | null,"status"?: string,"task_id"?: string,"time_zone"?: string,"user_id"?: string | null,"via"?: string | null,"via_name"?: string | null
                  }
                  Relationships: [
                    {
      foreignKeyName: "task_completions_task_id_fkey"
      columns: ["task_id"]
isOneToOne: false
      referencedRelation: "tasks"
      referencedColumns: ["id"]
    },{
      foreignKeyName: "task_completions_user_id_fkey"
      columns: ["user_id"]
isOneToOne: false
      referencedRelation: "profiles"
      referencedColumns: ["id"]
    }
                  ]
                },"task_day_notes": {
                  Row: {
                    "by_name": string | null,"day": string,"note": string,"person_id": string | null,"task_id": string,"user_id": string | null,"written_at": string
                  }
                  ComputedFields: never
                  Insert: {
                    "by_name"?: string | null,"day": string,"note": string,"person_id"?: string | null,"task_id": string,"user_id"?: string | null,"written_at"?: string
                  }
                  Update: {
                    "by_name"?: string | null,"day"?: string,"note"?: string,"person_id"?: string | null,"task_id"?: string,"user_id"?: string | null,"written_at"?: string
                  }
                  Relationships: [
                    {
      foreignKeyName: "task_day_notes_task_id_fkey"
      columns: ["task_id"]
isOneToOne: false
      referencedRelation: "tasks"
      referencedColumns: ["id"]
    },{
      foreignKeyName: "task_day_notes_user_id_fkey"
      columns: ["user_id"]
isOneToOne: false
      referencedRelation: "profiles"
      referencedColumns: ["id"]
    }
                  ]
                },"task_events": {
                  Row: {
                    "arrived_at": string | null,"days": unknown,"details": NonNullable<Json>,"happened_at": string,"id": number,"kind": string,"person_id": string | null,"task_id": string,"time_zone": string,"user_id": string | null
                  }
                  ComputedFields: never
                  Insert: {
                    "arrived_at"?: string | null,"days"?: unknown,"details"?: NonNullable<Json>,"happened_at"?: string,"id": number,"kind": string,"person_id"?: string | null,"task_id": string,"time_zone"?: string,"user_id"?: string | null
                  }
                  Update: {
                    "arrived_at"?: string | null,"days"?: unknown,"details"?: NonNullable<Json>,"happened_at"?: string,"id"?: number,"kind"?: string,"person_id"?: string | null,"task_id"?: string,"time_zone"?: string,"user_id"?: string | null
                  }
                  Relationships: [
                    {
      foreignKeyName: "task_events_task_id_fkey"
      columns: ["task_id"]
isOneToOne: false
      referencedRelation: "tasks"
      referencedColumns: ["id"]
    },{
      foreignKeyName: "task_events_user_id_fkey"
      columns: ["user_id"]
isOneToOne: false
      referencedRelation: "profiles"
      referencedColumns: ["id"]
    }
                  ]
                },"task_put_offs": {
                  Row: {
                    "due_date": string,"new_date": string,"task_id": string,"to_former_schedule": boolean,"user_id": string | null
                  }
                  ComputedFields: never
                  Insert: {
                    "due_date": string,"new_date": string,"task_id": string,"to_former_schedule"?: boolean,"user_id"?: string | null
                  }
                  Update: {
                    "due_date"?: string,"new_date"?: string,"task_id"?: string,"to_former_schedule"?: boolean,"user_id"?: string | null
                  }
                  Relationships: [
                    {
      foreignKeyName: "task_put_offs_task_id_fkey"
      columns: ["task_id"]
isOneToOne: false
      referencedRelation: "tasks"
      referencedColumns: ["id"]
    },{
      foreignKeyName: "task_put_offs_user_id_fkey"
      columns: ["user_id"]
isOneToOne: false
      referencedRelation: "profiles"
      referencedColumns: ["id"]
    }
                  ]
                },"task_schedules": {
                  Row: {
                    "roster_since": string | null,"schedule": NonNullable<Json>,"task_id": string,"valid_until": string
                  }
                  ComputedFields: never
                  Insert: {
                    "roster_since"?: string | null,"schedule": NonNullable<Json>,"task_id": string,"valid_until": string
                  }
                  Update: {
                    "roster_since"?: string | null,"schedule"?: NonNullable<Json>,"task_id"?: string,"valid_until"?: string
                  }
                  Relationships: [
                    {
      foreignKeyName: "task_schedules_task_id_fkey"
      columns: ["task_id"]
isOneToOne: false
      referencedRelation: "tasks"
      referencedColumns: ["id"]
    }
                  ]
                },"tasks": {
                  Row: {
                    "after_done": string | null,"category": string,"checklist": (string)[],"created_at": string,"custom_rrule": string | null,"custom_rrule_text": string | null,"deleted_at": string | null,"effort": number | null,"end_date": string | null,"happened": Json | null,"household_id": string | null,"household_since": string | null,"id": string,"is_active": boolean,"is_shared": boolean,"missed_policy": string,"paused": unknown,"repeat_value": string,"revision": number,"roster": (string)[],"roster_since": string,"schedule_from": string | null,"season": (number)[] | null,"start_date": string,"subtitle": string | null,"title": string,"turn_length": string,"updated_at": string,"user_id": string,"waits_amount": number | null,"waits_for": string | null
                  }
                  ComputedFields: never
                  Insert: {
                    "after_done"?: string | null,"category": string,"checklist"?: (string)[],"created_at"?: string,"custom_rrule"?: string | null,"custom_rrule_text"?: string | null,"deleted_at"?: string | null,"effort"?: number | null,"end_date"?: string | null,"happened"?: Json | null,"household_id"?: string | null,"household_since"?: string | null,"id"?: string,"is_active"?: boolean,"is_shared"?: boolean,"missed_policy"?: string,"paused"?: unknown,"repeat_value"?: string,"revision"?: number,"roster"?: (string)[],"roster_since"?: string,"schedule_from"?: string | null,"season"?: (number)[] | null,"start_date": string,"subtitle"?: string | null,"title": string,"turn_length"?: string,"updated_at"?: string,"user_id"?: string,"waits_amount"?: number | null,"waits_for"?: string | null
                  }
                  Update: {
                    "after_done"?: string | null,"category"?: string,"checklist"?: (string)[],"created_at"?: string,"custom_rrule"?: string | null,"custom_rrule_text"?: string | null,"deleted_at"?: string | null,"effort"?: number | null,"end_date"?: string | null,"happened"?: Json | null,"household_id"?: string | null,"household_since"?: string | null,"id"?: string,"is_active"?: boolean,"is_shared"?: boolean,"missed_policy"?: string,"paused"?: unknown,"repeat_value"?: string,"revision"?: number,"roster"?: (string)[],"roster_since"?: string,"schedule_from"?: string | null,"season"?: (number)[] | null,"start_date"?: string,"subtitle"?: string | null,"title"?: string,"turn_length"?: string,"updated_at"?: string,"user_id"?: string,"waits_amount"?: number | null,"waits_for"?: string | null
                  }
                  Relationships: [
                    {
      foreignKeyName: "tasks_household_id_fkey"
      columns: ["household_id"]
isOneToOne: false
      referencedRelation: "households"
      referencedColumns: ["id"]
    },{
      foreignKeyName: "tasks_user_id_fkey"
      columns: ["user_id"]
isOneToOne: false
      referencedRelation: "profiles"
      referencedColumns: ["id"]
    }
                  ]
                },"turn_offers": {
                  Row: {
                    "day": string,"from_person": string,"offered_at": string,"task_id": string,"to_person": string | null
                  }
                  ComputedFields: never
                  Insert: {
                    "day": string,"from_person": string,"offered_at"?: string,"task_id": string,"to_person"?: string | null
                  }
                  Update: {
                    "day"?: string,"from_person"?: string,"offered_at"?: string,"task_id"?: string,"to_person"?: string | null
                  }
                  Relationships: [
                    {
      foreignKeyName: "turn_offers_task_id_fkey"
      columns: ["task_id"]
isOneToOne: false
      referencedRelation: "tasks"
      referencedColumns: ["id"]
    }
                  ]
                },"turn_swaps": {
                  Row: {
                    "day": string,"given_at": string,"given_by": string | null,"person_id": string,"task_id": string
                  }
                  ComputedFields: never
                  Insert: {
                    "day": string,"given_at"?: string,"given_by"?: string | null,"person_id": string,"task_id": string
                  }
                  Update: {
                    "day"?: string,"given_at"?: string,"given_by"?: string | null,"person_id"?: string,"task_id"?: string
                  }
                  Relationships: [
                    {
      foreignKeyName: "turn_swaps_task_id_fkey"
      columns: ["task_id"]
isOneToOne: false
      referencedRelation: "tasks"
      referencedColumns: ["id"]
    }
                  ]
                }
          }
          Views: {
            "task_shares": {
                  Row: {
                    "contact_email": string,"owner_id": string,"status": string,"task_id": string
                  }
                  ComputedFields: never
                  Insert: {
                           "contact_email"?: string | null,"owner_id"?: string | null,"status"?: string | null,"task_id"?: string | null
                         }
                        Update: {
                           "contact_email"?: string | null,"owner_id"?: string | null,"status"?: string | null,"task_id"?: string | null
                         }
                        Relationships: [
                    {
      foreignKeyName: "task_shares_owner_id_fkey"
      columns: ["owner_id"]
isOneToOne: false
      referencedRelation: "profiles"
      referencedColumns: ["id"]
    },{
      foreignKeyName: "task_shares_task_id_fkey"
      columns: ["task_id"]
isOneToOne: false
      referencedRelation: "tasks"
      referencedColumns: ["id"]
    }
                  ]
                }
          }
          Functions: {
            "accept_sender":
{ Args: { "sender": string }; Returns: undefined
                           },
"add_push_channel":
{ Args: { "id": string,"label": string,"sealed": string }; Returns: undefined
                           },
"add_push_device":
{ Args: { "auth": string,"endpoint": string,"label": string,"p256dh": string }; Returns: string
                           },
"add_webhook":
{ Args: { "host": string,"household_id"?: string,"id": string,"sealed": string }; Returns: undefined
                           },
"answer_claim":
{ Args: { "id": string,"is_mine": boolean }; Returns: undefined
                           },
"ask_for_tasks":
{ Args: { "task_ids": (string)[] }; Returns: undefined
                           },
"begin_closing":
{ Args: { "account": string }; Returns: undefined
                           },
"begin_import":
{ Args: { "household": Json,"import_id": string }; Returns: string
                           },
"begin_invited_account":
{ Args: { "address": string }; Returns: string
                           },
"block_sender":
{ Args: { "sender": string }; Returns: undefined
                           },
"bring_back_person":
{ Args: { "household_id": string,"id": string }; Returns: undefined
                           },
"catch_up":
{ Args: { "days": Json,"id": string,"people"?: (string)[],"status": string,"task_id": string }; Returns: Json
                           },
"check_line":
{ Args: { "day": string,"is_checked": boolean,"line": string,"task_id": string }; Returns: Json
                           },
"claim_invitation":
{ Args: { "address": string,"token": string }; Returns: undefined
                           },
"claim_mails":
{ Args: { "keys": (string)[],"kind": string,"recipients": (string)[] }; Returns: (string)[]
                           },
"claim_message":
{ Args: { "device"?: string,"key": string,"kind": string,"recipient"?: string }; Returns: string
                           },
"claim_morning_mails":
{ Args: { "instant"?: string,"most"?: number }; Returns: Json
                           },
"claim_pushes":
{ Args: { "instant"?: string,"most"?: number }; Returns: Json
                           },
"claim_webhooks":
{ Args: { "instant"?: string,"most"?: number,"webhook"?: string }; Returns: Json
                           },
"close_piece":
{ Args: { "account": string,"most_deeds"?: number,"most_tasks"?: number }; Returns: boolean
                           },
"complete_task":
{ Args: { "completed_date": string,"done_at"?: string,"done_by"?: string,"done_on"?: string,"people"?: (string)[],"task_id": string }; Returns: Json
                           },
"correct_completion":
{ Args: { "completed_date": string,"done_at"?: string,"done_on"?: string,"people"?: (string)[],"task_id": string }; Returns: Json
                           },
"count_calendar_read":
{ Args: { "token_hash": string }; Returns: Json
                           },
"count_closing_attempt":
{ Args: Record<PropertyKey, never>; Returns: undefined
                           },
"count_done":
{ Args: { "task_id": string }; Returns: Json
                           },
"create_display":
{ Args: { "household_id": string,"id": string,"name": string }; Returns: string
                           },
"create_household":
{ Args: { "id": string,"name": string,"others"?: (string)[] }; Returns: undefined
                           },
"create_task":
{ Args: { "fields": Json,"id": string,"share_with"?: (string)[] }; Returns: Json
                           },
"create_token":
{ Args: { "household_id"?: string,"id": string,"name": string,"scope": string }; Returns: string
                           },
"decline_sender":
{ Args: { "sender": string }; Returns: undefined
                           },
"delete_household":
{ Args: { "household_id": string,"name": string }; Returns: undefined
                           },
"delete_task":
{ Args: { "task_id": string }; Returns: undefined
                           },
"end_absence":
{ Args: { "household_id": string,"id": string }; Returns: undefined
                           },
"end_house_absence":
{ Args: { "household_id": string,"id": string }; Returns: undefined
                           },
"end_token":
{ Args: { "id": string }; Returns: undefined
                           },
"enter_absence":
{ Args: { "for_past"?: boolean,"from_day": string,"household_id": string,"id": string,"person_id": string,"to_day"?: string }; Returns: undefined
                           },
"enter_house_absence":
{ Args: { "from_day": string,"household_id": string,"id": string,"to_day": string }; Returns: undefined
                           },
"export_tasks":
{ Args: { "after"?: string,"household_id"?: string }; Returns: Json
                           },
"finish_import":
{ Args: { "import_id": string,"with_shares"?: boolean }; Returns: Json
                           },
"finish_messages":
{ Args: { "error"?: string,"failure"?: string,"instant"?: string,"messages": (string)[],"wait_seconds"?: number }; Returns: undefined
                           },
"finish_morning_mails":
{ Args: { "instant"?: string,"results": Json }; Returns: undefined
                           },
"finish_webhook":
{ Args: { "failed"?: string,"failure"?: string,"id": string,"instant"?: string,"taken": (string)[],"wait_seconds"?: number }; Returns: undefined
                           },
"follow_done_link":
{ Args: { "action": string,"day": string,"people"?: (string)[],"person": string,"task_id": string,"via"?: string }; Returns: Json
                           },
"follow_put_off_link":
{ Args: { "action": string,"day": string,"new_date": string,"person": string,"task_id": string }; Returns: Json
                           },
"follow_unsubscribe_link":
{ Args: { "action": string,"address": string,"kind": string }; Returns: Json
                           },
"forget_old":
{ Args: Record<PropertyKey, never>; Returns: undefined
                           },
"give_turns":
{ Args: { "days": (string)[],"person_id": string,"task_id": string }; Returns: Json
                           },
"go_on_closing":
{ Args: Record<PropertyKey, never>; Returns: Json
                           },
"import_piece":
{ Args: { "entries": Json,"import_id": string,"number": number }; Returns: Json
                           },
"invite_to_household":
{ Args: { "household_id": string,"person_id"?: string,"role": string }; Returns: string
                           },
"invite_to_household_by_mail":
{ Args: { "address": string,"household_id": string,"person_id"?: string,"role": string }; Returns: undefined
                           },
"is_invited":
{ Args: { "address": string }; Returns: boolean
                           },
"is_let_in":
{ Args: { "account": string }; Returns: boolean
                           },
"join_household":
{ Args: { "token": string }; Returns: string
                           },
"leave_task":
{ Args: { "task_id": string }; Returns: undefined
                           },
"list_tasks":
{ Args: { "known_digest"?: string }; Returns: Json
                           },
"list_tasks_for":
{ Args: { "person": string }; Returns: Json
                           },
"next_invitation":
{ Args: Record<PropertyKey, never>; Returns: Json
                           },
"note_day":
{ Args: { "based_on"?: string,"day": string,"note": string,"task_id": string }; Returns: Json
                           },
"offer_turns":
{ Args: { "days": (string)[],"task_id": string,"to_person"?: string }; Returns: Json
                           },
"pause_task":
{ Args: { "first_day": string,"is_paused"?: boolean,"last_day": string,"task_id": string }; Returns: Json
                           },
"print_labels":
{ Args: { "household_id": string }; Returns: Json
                           },
"put_off":
{ Args: { "due_date": string,"new_date": string,"task_id": string }; Returns: Json
                           },
"read_display":
{ Args: { "known"?: string,"token": string }; Returns: Json
                           },
"read_household_invitation":
{ Args: { "token": string }; Returns: Json
                           },
"read_push":
{ Args: { "endpoint"?: string }; Returns: Json
                           },
"read_record":
{ Args: { "first_day": string,"until_day": string }; Returns: Json
                           },
"read_task":
{ Args: { "task_id": string }; Returns: Json
                           },
"read_webhooks":
{ Args: { "household_id"?: string }; Returns: Json
                           },
"remove_person":
{ Args: { "household_id": string,"id": string }; Returns: undefined
                           },
"remove_push_device":
{ Args: { "id": string }; Returns: undefined
                           },
"remove_webhook":
{ Args: { "id": string }; Returns: undefined
                           },
"rename_household":
{ Args: { "household_id": string,"name": string }; Returns: undefined
                           },
"renew_calendar":
{ Args: { "without_daily"?: boolean }; Returns: string
                           },
"renew_labels":
{ Args: { "household_id": string }; Returns: undefined
                           },
"restore_household":
{ Args: { "household_id": string }; Returns: undefined
                           },
"restore_task":
{ Args: { "task_id": string }; Returns: Json
                           },
"retry_invitation":
{ Args: { "mail": string }; Returns: undefined
                           },
"return_turns":
{ Args: { "days": (string)[],"task_id": string }; Returns: Json
                           },
"revoke_display":
{ Args: { "id": string }; Returns: undefined
                           },
"revoke_household_invitation":
{ Args: { "id": string }; Returns: undefined
                           },
"save_person":
{ Args: { "face": number,"household_id": string,"id": string,"name": string,"role": string }; Returns: undefined
                           },
"send_household_invitation_again":
{ Args: { "id": string }; Returns: undefined
                           },
"send_invitation_again":
{ Args: { "address": string }; Returns: undefined
                           },
"set_household_language":
{ Args: { "household_id": string,"language"?: string }; Returns: undefined
                           },
"set_household_zone":
{ Args: { "household_id": string,"time_zone": string }; Returns: undefined
                           },
"set_morning_mail":
{ Args: { "hour": number,"is_on": boolean,"only_my_turns"?: boolean }; Returns: undefined
                           },
"set_push":
{ Args: { "done": boolean,"invitations": boolean,"offers"?: boolean,"only_my_turns"?: boolean,"quiet_from": number,"quiet_until": number,"today_hour": number }; Returns: undefined
                           },
"settle_day":
{ Args: { "day": string,"kind": string,"person": string }; Returns: undefined
                           },
"skip_occurrence":
{ Args: { "day": string,"task_id": string }; Returns: Json
                           },
"start_earlier":
{ Args: { "earlier": Json,"fields"?: Json,"share_with"?: (string)[],"task_id": string }; Returns: Json
                           },
"take_turns":
{ Args: { "days": (string)[],"task_id": string }; Returns: Json
                           },
"test_webhook":
{ Args: { "id": string }; Returns: string
                           },
"tick_on_display":
{ Args: { "day": string,"people": (string)[],"task_id": string,"time_zone": string,"token": string }; Returns: Json
                           },
"unblock_sender":
{ Args: { "sender": string }; Returns: undefined
                           },
"undo_catch_up":
{ Args: { "catch_up_id": string,"task_id": string }; Returns: Json
                           },
"undo_completion":
{ Args: { "completed_date": string,"task_id": string }; Returns: Json
                           },
"undo_import":
{ Args: { "id": string }; Returns: undefined
                           },
"undo_on_display":
{ Args: { "day": string,"task_id": string,"time_zone": string,"token": string }; Returns: Json
                           },
"undo_schedule_change":
{ Args: { "event_id": number,"task_id": string }; Returns: Json
                           },
"update_task":
{ Args: { "fields": Json,"share_with"?: (string)[],"task_id": string }; Returns: Json
                           },
"use_token":
{ Args: { "asked"?: Json,"input": Json,"key"?: string,"operation": string,"token_hash": string }; Returns: Json
                           },
"watch_task":
{ Args: { "is_watched": boolean,"task_id": string }; Returns: undefined
                           },
"withdraw_offers":
{ Args: { "days": (string)[],"task_id": string }; Returns: Json
                           }
          }
          Enums: {
            [_ in never]: never
          }
          CompositeTypes: {
            [_ in never]: never
          }
        }
}

type DatabaseWithoutInternals = Omit<Database, '__InternalSupabase'>

type DefaultSchema = DatabaseWithoutInternals[Extract<keyof Database, "public">]

export type Tables<
  DefaultSchemaTableNameOrOptions extends
    | keyof (DefaultSchema["Tables"] & DefaultSchema["Views"])
    | { schema: keyof DatabaseWithoutInternals },
  TableName extends DefaultSchemaTableNameOrOptions extends {
    schema: keyof DatabaseWithoutInternals
  }
    ? keyof (DatabaseWithoutInternals[DefaultSchemaTableNameOrOptions["schema"]]["Tables"] &
        DatabaseWithoutInternals[DefaultSchemaTableNameOrOptions["schema"]]["Views"])
    : never = never
> = DefaultSchemaTableNameOrOptions extends { schema: keyof DatabaseWithoutInternals }
  ? (DatabaseWithoutInternals[DefaultSchemaTableNameOrOptions["schema"]]["Tables"] &
      DatabaseWithoutInternals[DefaultSchemaTableNameOrOptions["schema"]]["Views"])[TableName] extends {
      Row: infer R
    }
    ? R
    : never
  : DefaultSchemaTableNameOrOptions extends keyof (DefaultSchema["Tables"] & DefaultSchema["Views"])
  ? (DefaultSchema["Tables"] & DefaultSchema["Views"])[DefaultSchemaTableNameOrOptions] extends {
      Row: infer R
    }
    ? R
    : never
  : never

export type TablesInsert<
  DefaultSchemaTableNameOrOptions extends
    | keyof DefaultSchema["Tables"]
    | { schema: keyof DatabaseWithoutInternals },
  TableName extends DefaultSchemaTableNameOrOptions extends {
    schema: keyof DatabaseWithoutInternals
  }
    ? keyof DatabaseWithoutInternals[DefaultSchemaTableNameOrOptions["schema"]]["Tables"]
    : never = never
> = DefaultSchemaTableNameOrOptions extends { schema: keyof DatabaseWithoutInternals }
  ? DatabaseWithoutInternals[DefaultSchemaTableNameOrOptions["schema"]]["Tables"][TableName] extends {
      Insert: infer I
    }
    ? I
    : never
  : DefaultSchemaTableNameOrOptions extends keyof DefaultSchema["Tables"]
  ? DefaultSchema["Tables"][DefaultSchemaTableNameOrOptions] extends {
      Insert: infer I
    }
    ? I
    : never
  : never

export type TablesUpdate<
  DefaultSchemaTableNameOrOptions extends
    | keyof DefaultSchema["Tables"]
    | { schema: keyof DatabaseWithoutInternals },
  TableName extends DefaultSchemaTableNameOrOptions extends {
    schema: keyof DatabaseWithoutInternals
  }
    ? keyof DatabaseWithoutInternals[DefaultSchemaTableNameOrOptions["schema"]]["Tables"]
    : never = never
> = DefaultSchemaTableNameOrOptions extends { schema: keyof DatabaseWithoutInternals }
  ? DatabaseWithoutInternals[DefaultSchemaTableNameOrOptions["schema"]]["Tables"][TableName] extends {
      Update: infer U
    }
    ? U
    : never
  : DefaultSchemaTableNameOrOptions extends keyof DefaultSchema["Tables"]
  ? DefaultSchema["Tables"][DefaultSchemaTableNameOrOptions] extends {
      Update: infer U
    }
    ? U
    : never
  : never

export type Enums<
  DefaultSchemaEnumNameOrOptions extends
    | keyof DefaultSchema["Enums"]
    | { schema: keyof DatabaseWithoutInternals },
  EnumName extends DefaultSchemaEnumNameOrOptions extends {
    schema: keyof DatabaseWithoutInternals
  }
    ? keyof DatabaseWithoutInternals[DefaultSchemaEnumNameOrOptions["schema"]]["Enums"]
    : never = never
> = DefaultSchemaEnumNameOrOptions extends { schema: keyof DatabaseWithoutInternals }
  ? DatabaseWithoutInternals[DefaultSchemaEnumNameOrOptions["schema"]]["Enums"][EnumName]
  : DefaultSchemaEnumNameOrOptions extends keyof DefaultSchema["Enums"]
  ? DefaultSchema["Enums"][DefaultSchemaEnumNameOrOptions]
  : never

export type CompositeTypes<
  PublicCompositeTypeNameOrOptions extends
    | keyof DefaultSchema["CompositeTypes"]
    | { schema: keyof DatabaseWithoutInternals },
  CompositeTypeName extends PublicCompositeTypeNameOrOptions extends {
    schema: keyof DatabaseWithoutInternals
  }
    ? keyof DatabaseWithoutInternals[PublicCompositeTypeNameOrOptions["schema"]]["CompositeTypes"]
    : never = never
> = PublicCompositeTypeNameOrOptions extends { schema: keyof DatabaseWithoutInternals }
  ? DatabaseWithoutInternals[PublicCompositeTypeNameOrOptions["schema"]]["CompositeTypes"][CompositeTypeName]
  : PublicCompositeTypeNameOrOptions extends keyof DefaultSchema["CompositeTypes"]
  ? DefaultSchema["CompositeTypes"][PublicCompositeTypeNameOrOptions]
  : never

export const Constants = {
  "public": {
          Enums: {
            
          }
        }
} as const
