/**
 * The names of all auth settings in the Management API's answers, or more: the CLI refuses an answer that lacks
 * one, and ignores unknown ones.
 */

const join = (prefixes: string[], suffixes: string[]) =>
  prefixes.flatMap((prefix) => suffixes.map((suffix) => `${prefix}_${suffix}`));

const words = (text: string) => text.trim().split(/\s+/);

const providers = words(`apple azure bitbucket discord facebook figma github gitlab google kakao
  keycloak linkedin_oidc slack_oidc notion slack spotify twitch twitter x workos zoom`);
const hooks = words(`custom_access_token mfa_verification_attempt password_verification_attempt
  send_sms send_email before_user_created after_user_created`);
const mails = words("confirmation email_change invite magic_link reauthentication recovery");
const notifications = words(`password_changed email_changed phone_changed mfa_factor_enrolled
  mfa_factor_unenrolled identity_linked identity_unlinked`).map((name) => `${name}_notification`);
const notificationSwitches = notifications.map((name) => name.replace("_notification", "_enabled"));

export const authConfigFields: readonly string[] = [
  ...join(
    providers.map((name) => `external_${name}`),
    words(`additional_client_ids client_id email_optional enabled secret url skip_nonce_check`),
  ),
  ...join(
    hooks.map((name) => `hook_${name}`),
    words("enabled uri secrets"),
  ),
  ...join(["mailer_subjects"], [...mails, ...notifications]),
  ...join(
    ["mailer_templates"],
    [...mails, ...notifications].map((name) => `${name}_content`),
  ),
  ...join(["mailer_notifications"], notificationSwitches),
  ...join(["external"], words("anonymous_users_enabled email_enabled phone_enabled")),
  ...join(["external_web3"], words("solana_enabled ethereum_enabled")),
  ...join(["nimbus_oauth"], words("client_id client_secret email_optional")),
  ...join(
    ["mailer"],
    words(
      "allow_unverified_email_sign_ins autoconfirm otp_exp otp_length secure_email_change_enabled",
    ),
  ),
  ...join(
    ["mfa"],
    words(`allow_low_aal max_enrolled_factors phone_enroll_enabled phone_max_frequency
      phone_otp_length phone_template phone_verify_enabled totp_enroll_enabled totp_verify_enabled
      web_authn_enroll_enabled web_authn_verify_enabled`),
  ),
  ...join(["webauthn_rp"], words("display_name id origins")),
  ...join(["password"], words("hibp_enabled min_length required_characters")),
  ...join(
    ["rate_limit"],
    words("anonymous_users email_sent otp sms_sent token_refresh verify web3"),
  ),
  ...join(["saml"], words("allow_encrypted_assertions enabled external_url")),
  ...join(
    ["security"],
    words(`captcha_enabled captcha_provider captcha_secret manual_linking_enabled
      refresh_token_reuse_interval sb_forwarded_for_enabled update_password_require_current_password
      update_password_require_reauthentication`),
  ),
  ...join(["sessions"], words("inactivity_timeout single_per_user tags timebox")),
  ...join(
    ["sms"],
    words(`autoconfirm max_frequency messagebird_access_key messagebird_originator otp_exp
      otp_length provider template test_otp test_otp_valid_until textlocal_api_key textlocal_sender
      twilio_account_sid twilio_auth_token twilio_content_sid twilio_message_service_sid
      twilio_verify_account_sid twilio_verify_auth_token twilio_verify_message_service_sid
      vonage_api_key vonage_api_secret vonage_from`),
  ),
  ...join(["smtp"], words("admin_email host max_frequency pass port sender_name user")),
  ...join(["oauth_server"], words("allow_dynamic_registration authorization_path enabled")),
  ...join(["custom_oauth"], words("enabled max_providers")),
  ...words(`api_max_request_duration audit_log_disable_postgres db_max_pool_size
    db_max_pool_size_unit disable_signup index_worker_ensure_user_search_indexes_exist jwt_exp
    passkey_enabled refresh_token_rotation_enabled site_url uri_allow_list`),
];
