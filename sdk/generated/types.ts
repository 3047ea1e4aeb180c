/**
 * The types of requests, replies and events. Generated from the contract by `npm run generate`.
 */

/**
 * The operations of Latchkey. Each takes its input as one object, and options: `Once` for operations that honour
 * `Idempotency-Key`, `Guarded` for those that honour `If-Match`, `Options` for the others.
 */
export interface Operations<Options, Once = Options, Guarded = Options> {
  /**
   * Sign up.
   * Creates a user; anyone can call it unless `LATCHKEY_SIGNUP` is `closed`. With `private`, the response doesn't reveal whether an email address is taken. Sign-ups are rate-limited by network (`LATCHKEY_SIGNUPS_PER_MINUTE`).
   * @throws {Failure} `username_taken`, `email_taken`, `password_unacceptable`, `signup_closed`, `signup_limited`, `overloaded`, and those that any operation may answer
   */
  createUser(input: CreateUserInput, options?: Once): Promise<User>

  /**
   * Get a user by email address.
   * Without `users:read`, any address but your own gets 404, whether or not it exists.
   * @throws {Failure} `user_not_found`, and those that any operation may answer
   */
  getUserByEmail(input: GetUserByEmailInput, options?: Options): Promise<User>

  /**
   * Get a user by username.
   * Without `users:read`, any username but your own gets 404, whether or not it exists.
   * @throws {Failure} `user_not_found`, and those that any operation may answer
   */
  getUserByUsername(input: GetUserByUsernameInput, options?: Options): Promise<User>

  /**
   * Delete a user and end their sessions.
   * Idempotent: deleting a deleted user returns 200 again. Deleting an admin requires every scope. To delete yourself, you need a sign-in from the last five minutes. Without one, a session can delete or suspend ten other users, then one more every six minutes.
   * @throws {Failure} `invalid_user_id`, `forbidden`, `last_admin`, `reauthentication_required`, and those that any operation may answer
   */
  removeUser(input: RemoveUserInput, options?: Guarded): Promise<DeletedUser>

  /**
   * List users.
   * Oldest first unless `sort` is set. With `q` or `search`, a user whose username or email address matches exactly is first in every order. One request examines at most 50,000 users, so a page can have fewer than `limit` users or none. It is the last page only when `next_cursor` is null.
   */
  listUsers(input?: ListUsersInput, options?: Options): Promise<UserList>

  /**
   * Create a user as an admin.
   * Without `username`, one is derived from the local part of the email address. Without `password`, the user is invited by email and can't sign in before setting a password with its link. To create an admin, you need a sign-in from the last five minutes.
   * @throws {Failure} `username_taken`, `email_taken`, `password_unacceptable`, `overloaded`, `reauthentication_required`, and those that any operation may answer
   */
  addUser(input: AddUserInput, options?: Once): Promise<User>

  /**
   * Get a user by id.
   * `me` means the authenticated user.
   * @throws {Failure} `user_not_found`, and those that any operation may answer
   */
  getUser(input: GetUserInput, options?: Options): Promise<User>

  /**
   * Update a user.
   * A JSON merge patch (RFC 7396). For yourself you can change `name`, `username` (twice, then once a day), `locale` and `email`; a new address takes effect when you confirm it with the link sent there. Everything else needs `users:write`, with which a new address takes effect immediately, unconfirmed. Suspending a user ends their sessions. The suspension reason is returned only by `/api/v1/users/{id}/login-state` and is removed when access is restored. You need a sign-in from the last five minutes to change your own email address, add an admin, restore a suspended admin or change an admin's email address. Without one, a session can suspend or change the email address of ten other users, then of one more every six minutes.
   * @throws {Failure} `user_not_found`, `forbidden`, `username_taken`, `email_taken`, `last_admin`, `reauthentication_required`, `rename_limited`, and those that any operation may answer
   */
  updateUser(input: UpdateUserInput, options?: Guarded): Promise<User>

  /**
   * Resend the invitation of a user without a password.
   * The link of the previous invitation stops working.
   * @throws {Failure} `user_not_found`, `user_has_password`, `forbidden`, and those that any operation may answer
   */
  inviteUser(input: InviteUserInput, options?: Options): Promise<undefined>

  /**
   * Delete a user and end their sessions.
   * Deleting an admin requires every scope. To delete yourself, you need a sign-in from the last five minutes. Without one, a session can delete or suspend ten other users, then one more every six minutes.
   * @throws {Failure} `user_not_found`, `forbidden`, `last_admin`, `reauthentication_required`, and those that any operation may answer
   */
  deleteUser(input: DeleteUserInput, options?: Guarded): Promise<undefined>

  /**
   * Change up to 100 users at once.
   * Applies `action` to each user in order, with the same events and email as the request for one user. A user for whom it fails has a `failure`; the others are still changed. Your own id is `forbidden`. If the request fails or its response is lost, some users may be changed: retry with the same `Idempotency-Key`, which changes them only once and sends no second email. `confirm_email` confirms the current address. Needs `users:write`, to delete users `users:delete`, and to end sessions `sessions:revoke`. You need a sign-in from the last five minutes for more than ten users, to delete users and to change roles. Without one, a session can suspend or end the sessions of ten users, then of one more every six minutes, over all requests; a request for more than remain is rejected as a whole.
   * @throws {Failure} `forbidden`, `reauthentication_required`, and those that any operation may answer
   */
  changeUsers(input: ChangeUsersInput, options?: Once): Promise<UserChangeResults>

  /**
   * Import up to 100 users.
   * Creates a user from each row. A row has `email` and any of `id`, `username`, `name`, `locale`, `role`, `status`, `email_verified`, `password_hash`, `created_at`, `last_login_at` and `metadata`, in the same form as in `latchkey import`; values can be strings, as in CSV. A row that creates no user has a `refusal`; the others are still imported, each with an event `user.created`. Idempotent: existing users are not changed. No email is sent unless you set `invite`. Callers with an access token need a sign-in from the last five minutes, except for a `dry_run`.
   * @throws {Failure} `reauthentication_required`, and those that any operation may answer
   */
  importUsers(input: ImportUsersInput, options?: Options): Promise<UserImportResults>

  /**
   * Get the suspension and password status of a user.
   * For support. Users never see the suspension reason; webhooks, NATS and callers with `events:read` also get it in the event `user.suspended`.
   * @throws {Failure} `user_not_found`, and those that any operation may answer
   */
  getLoginState(input: GetLoginStateInput, options?: Options): Promise<LoginState>

  /**
   * Confirm the email address of a user manually.
   * Use it for a user who can't get email and has proved ownership of the address in another way. `email` must be the user's current address; otherwise nothing is confirmed (`email_differs`). Idempotent.
   * @throws {Failure} `user_not_found`, `forbidden`, `email_differs`, and those that any operation may answer
   */
  confirmEmail(input: ConfirmEmailInput, options?: Options): Promise<User>

  /**
   * Send a password reset email.
   * The password doesn't change until the link is used. The link of an earlier reset email stops working.
   * @throws {Failure} `user_not_found`, `forbidden`, `user_suspended`, and those that any operation may answer
   */
  sendPasswordReset(input: SendPasswordResetInput, options?: Options): Promise<undefined>

  /**
   * Set a temporary password.
   * Use it for a user who can't get email. Generates a password, shows it once, and ends every session of the user. It expires after 24 hours. Signing in with it starts no session; the response is 403 `password_change_required` with a `reset_token`. Callers with an access token need a sign-in from the last five minutes.
   * @throws {Failure} `user_not_found`, `forbidden`, `user_suspended`, `reauthentication_required`, `overloaded`, and those that any operation may answer
   */
  setTemporaryPassword(input: SetTemporaryPasswordInput, options?: Options): Promise<TemporaryPassword>

  /**
   * List a user's history, newest first.
   * Lists every event about the user from both services in the last 30 days, by time of occurrence. Events appear shortly after the response to the request that caused them. Admin actions are kept for 400 days: `GET /api/v1/audit?user_id=…`. Entries of a deleted user contain no details.
   */
  listUserHistory(input: ListUserHistoryInput, options?: Options): Promise<UserHistory>

  /**
   * List a user's unused links, newest first.
   * Lists the newest 50 links that confirm an email address, set a password, accept an invitation or recover an account (“This was not me”).
   * @throws {Failure} `user_not_found`, and those that any operation may answer
   */
  listUserLinks(input: ListUserLinksInput, options?: Options): Promise<UserLinkList>

  /**
   * List a user's undelivered email, newest first.
   * Lists at most 50 emails that the mail server hasn't accepted. Email that it accepted isn't listed: only that server knows whether it reached the mailbox. An email that is no longer retried stays for 30 days, or until its dead letter is removed.
   * @throws {Failure} `user_not_found`, and those that any operation may answer
   */
  listUserMails(input: ListUserMailsInput, options?: Options): Promise<UserMailList>

  /**
   * List a user's notifications, newest first.
   * Shows support whether a user was notified and has read it. Text and data are omitted, because they are private to the application and the user.
   * @throws {Failure} `user_not_found`, and those that any operation may answer
   */
  listUserNotifications(input: ListUserNotificationsInput, options?: Options): Promise<UserNotificationList>

  /**
   * Create a password reset link and show it once.
   * Use it for a user who can't get email, and hand the link over privately. The link works once, expires after an hour, and replaces earlier password links. Using it ends every session, confirms no address and removes no second factor. The user is notified. Not allowed for yourself or for admins (`forbidden`), because the link of an admin would give its holder that admin's identity. Callers with an access token need a sign-in from the last five minutes.
   * @throws {Failure} `user_not_found`, `forbidden`, `user_suspended`, `reauthentication_required`, and those that any operation may answer
   */
  makeResetLink(input: MakeResetLinkInput, options?: Options): Promise<ResetLink>

  /**
   * List the second factors of a user.
   * Your own, or those of any user with the scope `users:read`. Secrets and codes are never returned again.
   * @throws {Failure} `user_not_found`, and those that any operation may answer
   */
  getFactors(input: GetFactorsInput, options?: Options): Promise<Factors>

  /**
   * Start adding an authenticator app.
   * For yourself only. Nothing changes until you confirm the app with a code; an app confirmed earlier stays until then. You need a sign-in or re-authentication from the last five minutes, with every factor that your sign-in requires: sign in again, or POST /api/v1/auth/step-up.
   * @throws {Failure} `user_not_found`, `forbidden`, `reauthentication_required`, `changes_limited`, `auth_service_outdated`, and those that any operation may answer
   */
  enrolTotp(input: EnrolTotpInput, options?: Options): Promise<TotpEnrolment>

  /**
   * Confirm an authenticator app with a code.
   * From now on, sign-ins require a code. An app confirmed earlier is replaced, which ends every other session. If you have no recovery codes yet, the response contains them. You need a sign-in or re-authentication from the last five minutes, with every factor that your sign-in requires: sign in again, or POST /api/v1/auth/step-up.
   * @throws {Failure} `user_not_found`, `forbidden`, `reauthentication_required`, `second_factor_invalid`, `enrolment_not_found`, `auth_service_outdated`, and those that any operation may answer
   */
  confirmTotp(input: ConfirmTotpInput, options?: Options): Promise<ConfirmedTotp>

  /**
   * Remove the authenticator app.
   * For yourself only. Ends every other session. Without another second factor, the recovery codes are removed too. You need a sign-in or re-authentication from the last five minutes, with every factor that your sign-in requires: sign in again, or POST /api/v1/auth/step-up.
   * @throws {Failure} `user_not_found`, `forbidden`, `reauthentication_required`, `factor_not_found`, and those that any operation may answer
   */
  removeTotp(input: RemoveTotpInput, options?: Options): Promise<undefined>

  /**
   * Create ten new recovery codes.
   * For yourself only. Invalidates the previous codes. You need a sign-in or re-authentication from the last five minutes, with every factor that your sign-in requires: sign in again, or POST /api/v1/auth/step-up. A sign-in with a recovery code is not enough.
   * @throws {Failure} `user_not_found`, `forbidden`, `reauthentication_required`, `factor_not_found`, `changes_limited`, and those that any operation may answer
   */
  makeRecoveryCodes(input: MakeRecoveryCodesInput, options?: Options): Promise<MadeRecoveryCodes>

  /**
   * Remove all second factors of a user.
   * For support. Verify the user's identity another way first. Ends every session of the user and notifies them. Admins can't do this to themselves. Callers with an access token need a sign-in from the last five minutes.
   * @throws {Failure} `user_not_found`, `forbidden`, `reauthentication_required`, and those that any operation may answer
   */
  resetFactors(input: ResetFactorsInput, options?: Options): Promise<undefined>

  /**
   * List the passkeys of a user.
   * Your own, or those of any user with the scope `users:read`. At most 20.
   * @throws {Failure} `user_not_found`, and those that any operation may answer
   */
  listPasskeys(input: ListPasskeysInput, options?: Options): Promise<PasskeyList>

  /**
   * Start adding a passkey.
   * For yourself only. Nothing is stored yet. You need a sign-in or re-authentication from the last five minutes, with every factor that your sign-in requires: sign in again, or re-authenticate.
   * @throws {Failure} `user_not_found`, `forbidden`, `reauthentication_required`, `passkeys_off`, `auth_service_outdated`, and those that any operation may answer
   */
  beginPasskey(input: BeginPasskeyInput, options?: Options): Promise<PasskeyCreation>

  /**
   * Add a passkey created by the browser.
   * For yourself only, at most 20. The passkey signs in without a password. With a password it is a second factor, which sign-ins require from now on. If you have no recovery codes yet, the response contains them. You need a sign-in or re-authentication from the last five minutes, with every factor that your sign-in requires: sign in again, or re-authenticate.
   * @throws {Failure} `user_not_found`, `forbidden`, `reauthentication_required`, `passkeys_off`, `passkey_invalid`, `passkey_taken`, `too_many_passkeys`, `auth_service_outdated`, and those that any operation may answer
   */
  addPasskey(input: AddPasskeyInput, options?: Options): Promise<AddedPasskey>

  /**
   * Rename a passkey.
   * For yourself only.
   * @throws {Failure} `forbidden`, `factor_not_found`, and those that any operation may answer
   */
  renamePasskey(input: RenamePasskeyInput, options?: Options): Promise<Passkey>

  /**
   * Remove a passkey.
   * For yourself only. Takes effect before the response is sent, and ends every other session. Without another second factor, the recovery codes are removed too. You need a sign-in or re-authentication from the last five minutes, with every factor that your sign-in requires: sign in again, or re-authenticate.
   * @throws {Failure} `user_not_found`, `forbidden`, `reauthentication_required`, `factor_not_found`, `last_way_in`, and those that any operation may answer
   */
  removePasskey(input: RemovePasskeyInput, options?: Options): Promise<undefined>

  /**
   * List the linked accounts of a user.
   * Lists at most 20 accounts at identity providers. Your own, or those of any user with the scope `users:read`.
   * @throws {Failure} `user_not_found`, and those that any operation may answer
   */
  listIdentities(input: ListIdentitiesInput, options?: Options): Promise<IdentityList>

  /**
   * Unlink an account at a provider.
   * For yourself only. Takes effect before the response is sent, and ends every other session. The last sign-in method can't be removed. You need a sign-in or re-authentication from the last five minutes, with every factor that your sign-in requires: sign in again, or re-authenticate.
   * @throws {Failure} `user_not_found`, `forbidden`, `reauthentication_required`, `identity_not_found`, `last_way_in`, and those that any operation may answer
   */
  removeIdentity(input: RemoveIdentityInput, options?: Options): Promise<undefined>

  /**
   * Create an API key.
   * The key is shown only in this response. A retry with the same `Idempotency-Key` creates no second key and can't show the first again: it gets `api_key_shown_before` with the first key in `Location`, so that you can revoke it. Callers with an access token need a sign-in from the last five minutes.
   * @throws {Failure} `api_key_shown_before`, `reauthentication_required`, and those that any operation may answer
   */
  createApiKey(input: CreateApiKeyInput, options?: Once): Promise<CreatedApiKey>

  /** List API keys, oldest first, including revoked and expired ones. */
  listApiKeys(input?: ListApiKeysInput, options?: Options): Promise<ApiKeyList>

  /**
   * Revoke an API key.
   * Takes effect immediately in the user service, and within 10 seconds in the authentication service. Idempotent.
   * @throws {Failure} `api_key_not_found`, and those that any operation may answer
   */
  revokeApiKey(input: RevokeApiKeyInput, options?: Options): Promise<undefined>

  /**
   * Notify a user.
   * Stores a notification and delivers it by the channels that the user chose. Needs `users:write` or the service credential. Types of security notifications, such as `session.created`, are rejected. The newest 1,000 notifications of a user are kept for 90 days, and separately the oldest and newest 100 of each security type.
   * @throws {Failure} `user_not_found`, and those that any operation may answer
   */
  createNotification(input: CreateNotificationInput, options?: Once): Promise<CreatedNotification>

  /**
   * List your notifications, newest first.
   * @throws {Failure} `forbidden`, and those that any operation may answer
   */
  listNotifications(input?: ListNotificationsInput, options?: Options): Promise<NotificationList>

  /**
   * Mark a notification as read or unread.
   * Idempotent: the time of the first read is kept.
   * @throws {Failure} `forbidden`, `notification_not_found`, and those that any operation may answer
   */
  updateNotification(input: UpdateNotificationInput, options?: Options): Promise<Notification>

  /**
   * Mark all notifications as read.
   * @throws {Failure} `forbidden`, and those that any operation may answer
   */
  readNotifications(input?: Record<string, never>, options?: Options): Promise<ReadNotifications>

  /**
   * Get your notification preferences.
   * Types without an entry are shown in the app and not sent by email.
   * @throws {Failure} `forbidden`, and those that any operation may answer
   */
  getNotificationPreferences(input?: Record<string, never>, options?: Options): Promise<NotificationPreferences>

  /**
   * Replace your notification preferences.
   * Replaces all entries. Security notifications (`session.created` for a sign-in from a new device, `user.password_changed`, `user.email_changed`, `user.email_change_requested`) are not affected by `*` and can't be switched off, so that an attacker can't hide a takeover. Email is sent only to a confirmed address.
   * @throws {Failure} `forbidden`, and those that any operation may answer
   */
  replaceNotificationPreferences(input: ReplaceNotificationPreferencesInput, options?: Options): Promise<NotificationPreferences>

  /**
   * Delete a notification.
   * Repeating the request gets `notification_not_found`, as does a notification of another user. Security notifications can't be deleted; mark them as read.
   * @throws {Failure} `forbidden`, `notification_kept`, `notification_not_found`, and those that any operation may answer
   */
  deleteNotification(input: DeleteNotificationInput, options?: Options): Promise<undefined>

  /**
   * List events, oldest first.
   * Returns events in a total order in which no event is ever inserted before one that you have read. Store `position` and send it as `cursor` next time: you get every later event exactly once. `next_cursor` is null at the end of the list; `position` is always present. Events are kept for 30 days. The data of a deleted user is `{}`.
   */
  listEvents(input?: ListEventsInput, options?: Options): Promise<EventList>

  /**
   * List queued deliveries by receiver.
   * Counts queued email, calls to the other service and similar deliveries, examining at most 100,000. A receiver with an empty queue is not listed. Deliveries to webhooks are listed with the webhook. For the queues of the authentication service, see its metrics.
   */
  listBacklog(input?: Record<string, never>, options?: Options): Promise<BacklogList>

  /**
   * List failed deliveries, oldest first.
   * Lists deliveries that the receiver rejected permanently or failed to accept for days. They are kept for 30 days, or until you replay them. For those of the authentication service, use `latchkey events dead-letters`.
   */
  listDeadLetters(input?: ListDeadLettersInput, options?: Options): Promise<DeadLetterList>

  /**
   * Replay failed deliveries.
   * Replays up to 1,000 deliveries, oldest first. Repeat the request until `replayed` is 0.
   */
  replayDeadLetters(input?: ReplayDeadLettersInput, options?: Options): Promise<ReplayedDeadLetters>

  /**
   * Replay a failed delivery.
   * Attempts the delivery immediately, before others queued for the same receiver and subject, and retries it as long as a new one.
   * @throws {Failure} `dead_letter_not_found`, and those that any operation may answer
   */
  replayDeadLetter(input: ReplayDeadLetterInput, options?: Options): Promise<undefined>

  /**
   * Remove a failed delivery.
   * Removes a delivery that can't succeed, such as email to an address that doesn't exist. Can't be undone; recorded in the audit log. A delivery in progress isn't removed.
   * @throws {Failure} `dead_letter_not_found`, and those that any operation may answer
   */
  dropDeadLetter(input: DropDeadLetterInput, options?: Options): Promise<undefined>

  /**
   * List the audit log, newest first.
   * Lists what admins, API keys and the command line did in both services. Changes that users make to their own accounts are in the events. An action appears shortly after the response to its request and is kept for 400 days, even if the user is deleted.
   */
  listActs(input?: ListActsInput, options?: Options): Promise<ActList>

  /**
   * Export users as a file.
   * Exports all users that the list returns for the same parameters, without passwords and second factors. Users who aren't created or changed during the export appear exactly once. A user created meanwhile can be missing, and a changed user can appear as before or after the change. If you sort by username, a renamed user can appear twice or not at all. The audit log records the start of the export and its number of rows. If the HTTP response is complete, so is the file. After an error, the connection closes early. Callers with an access token need a sign-in from the last five minutes.
   * @throws {Failure} `reauthentication_required`, and those that any operation may answer
   */
  exportUsers(input: ExportUsersInput, options?: Options): Promise<FileBytes>

  /**
   * Export the audit log as a file.
   * Exports the actions that the list returns for the same parameters, up to the time of the request, newest first. The audit log records the start of the export and its number of rows. If the HTTP response is complete, so is the file. After an error, the connection closes early. Callers with an access token need a sign-in from the last five minutes.
   * @throws {Failure} `reauthentication_required`, and those that any operation may answer
   */
  exportActs(input: ExportActsInput, options?: Options): Promise<FileBytes>

  /**
   * Export the events as a file.
   * Exports the events that the list returns for the same parameters, up to the time of the request, oldest first. The audit log records the start of the export and its number of rows. If the HTTP response is complete, so is the file. After an error, the connection closes early. Callers with an access token need a sign-in from the last five minutes.
   * @throws {Failure} `reauthentication_required`, and those that any operation may answer
   */
  exportEvents(input: ExportEventsInput, options?: Options): Promise<FileBytes>

  /**
   * Create a webhook.
   * Sends events to your URL, signed with a secret. The secret is shown only in this response and in that of a rotation. A retry with the same `Idempotency-Key` creates no second webhook and can't show the secret again: it gets `webhook_secret_shown_before` with the webhook in `Location`. Events other than `webhook.*` also need `events:read`. Callers with an access token need a sign-in from the last five minutes.
   * @throws {Failure} `webhook_secret_shown_before`, `too_many_webhooks`, `reauthentication_required`, and those that any operation may answer
   */
  createWebhook(input: CreateWebhookInput, options?: Once): Promise<WebhookWithSecret>

  /** List webhooks, oldest first. */
  listWebhooks(input?: ListWebhooksInput, options?: Options): Promise<WebhookList>

  /**
   * Get a webhook.
   * @throws {Failure} `webhook_not_found`, and those that any operation may answer
   */
  getWebhook(input: GetWebhookInput, options?: Options): Promise<Webhook>

  /**
   * Update, disable or enable a webhook.
   * A JSON merge patch (RFC 7396). To change the URL or the events, or to enable a disabled webhook, you also need `events:read` (unless all events are `webhook.*`) and, as a user, a sign-in from the last five minutes.
   * @throws {Failure} `webhook_not_found`, `reauthentication_required`, and those that any operation may answer
   */
  updateWebhook(input: UpdateWebhookInput, options?: Guarded): Promise<Webhook>

  /**
   * Delete a webhook and its queued deliveries.
   * @throws {Failure} `webhook_not_found`, and those that any operation may answer
   */
  deleteWebhook(input: DeleteWebhookInput, options?: Guarded): Promise<undefined>

  /**
   * Rotate the secret of a webhook.
   * Returns a new secret. The previous one also signs deliveries for 24 hours; one that still signs from an earlier rotation stops immediately. Callers with an access token need a sign-in from the last five minutes.
   * @throws {Failure} `webhook_not_found`, `reauthentication_required`, and those that any operation may answer
   */
  rotateWebhookSecret(input: RotateWebhookSecretInput, options?: Options): Promise<WebhookWithSecret>

  /**
   * Send a `webhook.test` event to a webhook.
   * Sends the event like any other; the list of deliveries shows the result.
   * @throws {Failure} `webhook_not_found`, `webhook_disabled`, and those that any operation may answer
   */
  testWebhook(input: TestWebhookInput, options?: Options): Promise<TestEvent>

  /**
   * List the deliveries of a webhook, newest first.
   * @throws {Failure} `webhook_not_found`, and those that any operation may answer
   */
  listWebhookDeliveries(input: ListWebhookDeliveriesInput, options?: Options): Promise<WebhookDeliveryList>

  /**
   * Resend an event to a webhook, or send a queued one now.
   * @throws {Failure} `webhook_not_found`, `delivery_not_found`, `webhook_disabled`, and those that any operation may answer
   */
  replayWebhookDelivery(input: ReplayWebhookDeliveryInput, options?: Options): Promise<undefined>

  /**
   * Resend failed deliveries.
   * Resends up to 500 deliveries, oldest first. Repeat the request until `replayed` is 0.
   * @throws {Failure} `webhook_not_found`, `webhook_disabled`, and those that any operation may answer
   */
  replayWebhook(input: ReplayWebhookInput, options?: Options): Promise<Replayed>

  /**
   * Get the status of the user service.
   * Returns the version, database and queues of the process that responds. Other processes and machines aren't included.
   */
  getUserServiceState(input?: Record<string, never>, options?: Options): Promise<ServiceState>

  /**
   * Count the linked accounts by provider.
   * Includes providers that are no longer configured. Examines at most 100,000 accounts; `is_capped` is true if there are more.
   */
  listIdentityCounts(input?: Record<string, never>, options?: Options): Promise<IdentityCountList>

  /**
   * Get the branding.
   * Returns the stored branding; null means not set. Account pages, pages of the OpenID provider and the console show a change within five seconds; emails have the branding of the time when they are sent. `LATCHKEY_BRAND_NAME`, `LATCHKEY_BRAND_COLOR` and `LATCHKEY_LANGUAGE` take precedence.
   */
  getBranding(input?: Record<string, never>, options?: Options): Promise<Branding>

  /**
   * Change the branding.
   * A JSON merge patch (RFC 7396): null removes a value. Callers with an access token need a sign-in from the last five minutes.
   * @throws {Failure} `reauthentication_required`, and those that any operation may answer
   */
  updateBranding(input?: UpdateBrandingInput, options?: Guarded): Promise<Branding>

  /**
   * Get an image of the branding.
   * Returns the file unchanged.
   * @throws {Failure} `image_not_found`, and those that any operation may answer
   */
  getBrandImage(input: GetBrandImageInput, options?: Options): Promise<FileBytes>

  /**
   * Upload an image of the branding.
   * The body is a PNG or WebP file without animation, of at most 64 KiB and 1,024 by 1,024 pixels. Latchkey detects the type from the content, so `application/octet-stream` is accepted too. The ETag is that of the branding. Callers with an access token need a sign-in from the last five minutes.
   * @throws {Failure} `image_damaged`, `image_dimensions_invalid`, `image_unsupported`, `reauthentication_required`, and those that any operation may answer
   */
  putBrandImage(input: PutBrandImageInput, options?: Guarded): Promise<Branding>

  /**
   * Delete an image of the branding.
   * Callers with an access token need a sign-in from the last five minutes.
   * @throws {Failure} `image_not_found`, `reauthentication_required`, and those that any operation may answer
   */
  deleteBrandImage(input: DeleteBrandImageInput, options?: Guarded): Promise<undefined>

  /**
   * List the texts that you can replace.
   * All texts of pages and emails that can be replaced, with their defaults and placeholders. Security notices, the consent page and buttons are not among them. The ETag is that of the branding.
   */
  listCustomTexts(input?: Record<string, never>, options?: Options): Promise<{
  data: CustomText[]
}>

  /**
   * Get a text of a page or an email.
   * The text in all languages, and its default. The ETag is that of the branding.
   */
  getCustomText(input: GetCustomTextInput, options?: Options): Promise<CustomText>

  /**
   * Replace a text of a page or an email.
   * Pages in this language show the text within five seconds, and emails from the next one on. It is plain text without HTML, URLs, host names and email addresses. The ETag is that of the branding. Callers with an access token need a sign-in from the last five minutes.
   * @throws {Failure} `reauthentication_required`, and those that any operation may answer
   */
  putCustomText(input: PutCustomTextInput, options?: Guarded): Promise<CustomText>

  /**
   * Restore the default of a text.
   * Callers with an access token need a sign-in from the last five minutes.
   * @throws {Failure} `custom_text_not_found`, `reauthentication_required`, and those that any operation may answer
   */
  deleteCustomText(input: DeleteCustomTextInput, options?: Guarded): Promise<undefined>

  /**
   * Get the setup checklist.
   * Returns the setup steps whose completion no other endpoint reports.
   */
  getSetupChecklist(input?: Record<string, never>, options?: Options): Promise<SetupChecklist>

  /**
   * Dismiss the setup checklist.
   * Hides it for all admins, permanently. Idempotent.
   */
  dismissSetupChecklist(input?: Record<string, never>, options?: Options): Promise<undefined>

  /**
   * Send a test email to yourself.
   * Sends an email to your own address through the configured mail server, and returns the server's reply. API keys have no address and can't call it. You can send five test emails at once, and then one every 12 minutes.
   * @throws {Failure} `changes_limited`, `user_not_found`, and those that any operation may answer
   */
  sendTestEmail(input?: Record<string, never>, options?: Options): Promise<TestEmail>

  /**
   * Sign in with a username or email address and a password.
   * Starts a session and returns its tokens. If the user has a second factor, the response is 401 `second_factor_required` with a `login_token`; continue at `/api/v1/auth/login/totp` or `/api/v1/auth/login/recovery-code`. If a second factor is required and the user has none, the response is 401 `second_factor_enrolment_required`; continue at `/api/v1/auth/login/totp/enrol`. A temporary password set by support starts no session: the response is 403 `password_change_required` with a `reset_token`. Set another password with it at `/api/v1/auth/password/reset`, then sign in.
   * @throws {Failure} `invalid_credentials`, `second_factor_required`, `second_factor_enrolment_required`, `password_change_required`, `login_name_limited`, `sessions_limited`, `login_address_limited`, `overloaded`, `user_service_unavailable`, and those that any operation may answer
   */
  logIn(input: LogInInput, options?: Options): Promise<TokenPair>

  /**
   * Change your password.
   * Ends every session of the user, including this one, before the response is sent; the response has the tokens of a new session. Wrong current passwords are limited like failed sign-ins, but counted separately for each session. With a second factor, you need a session in which it was used: POST /api/v1/auth/step-up.
   * @throws {Failure} `forbidden`, `invalid_credentials`, `reauthentication_required`, `password_unacceptable`, `login_name_limited`, `changes_limited`, `overloaded`, and those that any operation may answer
   */
  changePassword(input: ChangePasswordInput, options?: Options): Promise<TokenPair>

  /**
   * End the session of an access token.
   * Signs the user out. Takes effect everywhere before the response is sent. An expired token with a valid signature also ends its session. Idempotent.
   * @throws {Failure} `authorization_missing`, `token_invalid`, and those that any operation may answer
   */
  logOut(input?: Record<string, never>, options?: Options): Promise<LoggedOut>

  /**
   * Exchange a refresh token for a new pair.
   * Returns a new access token and refresh token. Safe to retry: within 30 seconds, the previous refresh token returns the same new one. Using it later ends the session.
   * @throws {Failure} `token_invalid`, `session_ended`, `user_service_unavailable`, and those that any operation may answer
   */
  refresh(input: RefreshInput, options?: Options): Promise<TokenPair>

  /**
   * Check an access token and its session.
   * Returns 200 while the token is valid and its session is active. For nginx `auth_request`, Caddy `forward_auth`, Traefik ForwardAuth and HAProxy, the response repeats its fields in the headers `X-Auth-User-Id`, `X-Auth-Username`, `X-Auth-Role`, `X-Auth-Session-Id`, `X-Auth-Authenticated-At`, `X-Auth-Acr` and `X-Auth-Amr`. Query parameters are ignored.
   * @throws {Failure} `token_missing`, `token_invalid`, `token_expired`, `session_ended`, and those that any operation may answer
   */
  validateToken(input?: Record<string, never>, options?: Options): Promise<TokenInformation>

  /**
   * Check an access token and its session, by POST.
   * Like `GET /auth/validate`. Query parameters are ignored.
   * @throws {Failure} `token_missing`, `token_invalid`, `token_expired`, `session_ended`, and those that any operation may answer
   */
  verifyToken(input?: Record<string, never>, options?: Options): Promise<TokenInformation>

  /**
   * Revoke an access or refresh token (RFC 7009).
   * Revoking a token from a sign-in ends its session; no other credential is needed. A token issued to an OpenID client is revoked only by that client (a public client sends its `client_id`): the client's access ends, and the session continues. A `client_credentials` token for an API can't be revoked and gets `unsupported_token_type`. Any other token gets 200 and changes nothing.
   * @throws {Failure} `unsupported_token_type`, `client_invalid`, and those that any operation may answer
   */
  revokeToken(input: RevokeTokenInput, options?: Options): Promise<undefined>

  /**
   * Introspect a token (RFC 7662).
   * Returns whether a token is valid and its session active, read from the database for each request. Admins, API keys with `sessions:read` and the other service can introspect access tokens for every API. An OpenID client authenticates with its secret or a signed assertion (`private_key_jwt`) and can introspect the tokens issued to it; a client without grant types is an API and can introspect access tokens for its `resources`. A refresh token is active only for the client to which it was issued; an API key is never active. An API key can authenticate by HTTP Basic (as the password) or as `client_secret`; the client id is ignored then.
   * @throws {Failure} `client_invalid`, and those that any operation may answer
   */
  introspectToken(input: IntrospectTokenInput, options?: Options): Promise<Introspection>

  /** Get the public keys that verify access tokens (RFC 7517). */
  jwks(input?: Record<string, never>, options?: Options): Promise<JsonWebKeySet>

  /**
   * Get the server metadata (RFC 8414, OpenID Connect Discovery 1.0).
   * Returns the issuer and its endpoints. For an issuer with a path, the document is also at the location of RFC 8414 section 3.1: this path followed by that of the issuer. The endpoints of the OpenID provider are always listed, and work once there is a client. Without account pages, or if the issuer isn't a URL, there is no provider and no `/.well-known/openid-configuration`; the document then lists no grant or response types, and tokens come only from `/auth/login`.
   */
  serverMetadata(input?: Record<string, never>, options?: Options): Promise<ServerMetadata>

  /**
   * List your sessions, oldest first.
   * @throws {Failure} `forbidden`, and those that any operation may answer
   */
  listOwnSessions(input?: ListOwnSessionsInput, options?: Options): Promise<SessionList>

  /**
   * End one of your sessions.
   * Takes effect everywhere before the response is sent. Later requests with a token of the session get 401 `session_ended` with the reason `revoked`. Idempotent.
   * @throws {Failure} `forbidden`, `session_not_found`, and those that any operation may answer
   */
  endOwnSession(input: EndOwnSessionInput, options?: Options): Promise<undefined>

  /**
   * End all of your sessions, or all others.
   * @throws {Failure} `forbidden`, and those that any operation may answer
   */
  endOwnSessions(input: EndOwnSessionsInput, options?: Options): Promise<RevokedSessions>

  /**
   * List the sessions of a user, oldest first.
   * Your own, or those of any user with the scope `sessions:read`. Served by the authentication service: a user who never signed in has no sessions.
   * @throws {Failure} `user_not_found`, and those that any operation may answer
   */
  listUserSessions(input: ListUserSessionsInput, options?: Options): Promise<SessionList>

  /**
   * End one session of a user.
   * Your own, or those of any user with the scope `sessions:revoke`. The sessions of an admin require every scope. Takes effect everywhere before the response is sent. Later requests with a token of the session get 401 `session_ended` with the reason `revoked`. Idempotent. Without a sign-in from the last five minutes, a session can end the sessions of ten other users, then of one more every six minutes.
   * @throws {Failure} `forbidden`, `user_not_found`, `session_not_found`, `reauthentication_required`, and those that any operation may answer
   */
  endUserSession(input: EndUserSessionInput, options?: Options): Promise<undefined>

  /**
   * End all sessions of a user.
   * Your own, or those of any user with the scope `sessions:revoke`. The sessions of an admin require every scope. Without a sign-in from the last five minutes, a session can end the sessions of ten other users, then of one more every six minutes.
   * @throws {Failure} `forbidden`, `user_not_found`, `reauthentication_required`, and those that any operation may answer
   */
  endUserSessions(input: EndUserSessionsInput, options?: Options): Promise<RevokedSessions>

  /**
   * List the sessions of all users, newest first.
   * Lists active sessions. Filters are combined with AND.
   */
  listAllSessions(input?: ListAllSessionsInput, options?: Options): Promise<SessionOfUserList>

  /**
   * End any session by its id.
   * Takes effect everywhere before the response is sent. Later requests with a token of the session get 401 `session_ended` with the reason `revoked`. Idempotent. A session of an admin requires every scope. Without a sign-in from the last five minutes, a session can end the sessions of ten other users, then of one more every six minutes.
   * @throws {Failure} `session_not_found`, `reauthentication_required`, and those that any operation may answer
   */
  endAnySession(input: EndAnySessionInput, options?: Options): Promise<undefined>

  /**
   * Get the lock of a user.
   * Shows whether wrong passwords or second factors lock the user, since when and until when. Served by the authentication service.
   * @throws {Failure} `user_not_found`, `user_service_unavailable`, and those that any operation may answer
   */
  getUserLock(input: GetUserLockInput, options?: Options): Promise<UserLock>

  /**
   * Unlock a user.
   * Clears the counts of wrong passwords and second factors, so that the next sign-in is checked immediately. Limits of networks stay. You can't unlock yourself. Idempotent. Served by the authentication service.
   * @throws {Failure} `user_not_found`, `forbidden`, `user_service_unavailable`, and those that any operation may answer
   */
  unlockUser(input: UnlockUserInput, options?: Options): Promise<UnlockedUser>

  /**
   * List sign-ins by hour, oldest first.
   * Lists every hour, including hours without sign-ins; the last entry is the current hour. Counts are totals of all nodes. Each node stores its counts every ten seconds, so a crash can lose the last seconds. Served by the authentication service.
   */
  listLoginHours(input?: ListLoginHoursInput, options?: Options): Promise<LoginHourList>

  /**
   * Request a password reset email.
   * Response and response time are the same if no user has the address.
   * @throws {Failure} `user_service_unavailable`, and those that any operation may answer
   */
  forgotPassword(input: ForgotPasswordInput, options?: Options): Promise<undefined>

  /**
   * Set a password with a link from an email.
   * Resets a forgotten password or sets the first one. The link is used up, its address is confirmed, and every session ends; the user is not signed in. If the password is rejected, the link stays valid. `token` can also be the `reset_token` of a sign-in with a temporary password, which confirms no address.
   * @throws {Failure} `link_invalid`, `password_unacceptable`, `overloaded`, `user_service_unavailable`, and those that any operation may answer
   */
  resetPassword(input: ResetPasswordInput, options?: Options): Promise<ResetPassword>

  /**
   * Confirm an email address with a link.
   * The link is used up. A new address replaces the old one, which is notified and can undo the change.
   * @throws {Failure} `link_invalid`, `user_service_unavailable`, and those that any operation may answer
   */
  verifyEmail(input: VerifyEmailInput, options?: Options): Promise<VerifiedEmail>

  /**
   * Resend the email that confirms an address.
   * Response and response time are the same if no user has the address or it is already confirmed.
   * @throws {Failure} `user_service_unavailable`, and those that any operation may answer
   */
  sendVerification(input: SendVerificationInput, options?: Options): Promise<undefined>

  /**
   * Recover an account (“This was not me”).
   * The link is used up. Ends every session, invalidates the password and restores the email address that the link was sent to. API keys that the user created since one hour before the email are revoked, with the keys created by them, and webhooks that the user or these keys created since then are disabled. The response has a token that sets a new password.
   * @throws {Failure} `link_invalid`, `user_service_unavailable`, and those that any operation may answer
   */
  takeBack(input: TakeBackInput, options?: Options): Promise<TakenBack>

  /**
   * Continue a sign-in with a code of the authenticator app.
   * Use it after `second_factor_required`, or after POST /api/v1/auth/login/totp/enrol to confirm the new app; the response then has `recovery_codes`. A code is accepted once. Wrong codes are counted per user, not per sign-in.
   * @throws {Failure} `login_expired`, `second_factor_invalid`, `sessions_limited`, `overloaded`, `user_service_unavailable`, `second_factor_limited`, `enrolment_not_found`, and those that any operation may answer
   */
  completeLoginByTotp(input: CompleteLoginByTotpInput, options?: Options): Promise<CompletedLogin>

  /**
   * Continue a sign-in with a recovery code.
   * A code is accepted once, and the user is notified. Such a sign-in can't make the device trusted. Wrong codes don't lock the user: ten of them end this sign-in, and they are limited by IP address like failed sign-ins.
   * @throws {Failure} `login_expired`, `second_factor_invalid`, `sessions_limited`, `overloaded`, `user_service_unavailable`, `login_address_limited`, and those that any operation may answer
   */
  completeLoginByRecoveryCode(input: CompleteLoginByRecoveryCodeInput, options?: Options): Promise<CompletedLogin>

  /**
   * Add an authenticator app during sign-in.
   * Use it after `second_factor_enrolment_required`: the deployment requires a second factor and the user has none. Then complete the sign-in with a code of the app at POST /api/v1/auth/login/totp.
   * @throws {Failure} `login_expired`, `changes_limited`, `user_service_unavailable`, and those that any operation may answer
   */
  enrolTotpAtLogin(input: EnrolTotpAtLoginInput, options?: Options): Promise<TotpEnrolment>

  /**
   * Re-authenticate with your password.
   * Use it after `reauthentication_required` (RFC 9470). Send the password and, if you have one, a second factor. Returns new tokens of the same session with the `auth_time` and `acr` of this authentication; the session doesn't last longer. Failed attempts are limited like failed sign-ins.
   * @throws {Failure} `forbidden`, `invalid_credentials`, `second_factor_required`, `second_factor_invalid`, `second_factor_limited`, `login_name_limited`, `login_address_limited`, `overloaded`, `user_service_unavailable`, and those that any operation may answer
   */
  stepUp(input: StepUpInput, options?: Options): Promise<TokenPair>

  /**
   * List the trusted devices of a user.
   * Lists at most 20 devices on which sign-in needs no second factor. Your own, or those of any user with the scope `sessions:read`. Served by the authentication service.
   * @throws {Failure} `user_not_found`, and those that any operation may answer
   */
  listDevices(input: ListDevicesInput, options?: Options): Promise<DeviceList>

  /**
   * Remove a trusted device.
   * The next sign-in on the device needs the second factor again; its sessions continue. Your own, or those of any user with the scope `sessions:revoke`; for an admin, every scope. Idempotent.
   * @throws {Failure} `forbidden`, `user_not_found`, and those that any operation may answer
   */
  forgetDevice(input: ForgetDeviceInput, options?: Options): Promise<undefined>

  /**
   * Start a sign-in with a passkey.
   * Returns the options for `navigator.credentials.get()`, also with `mediation: "conditional"`. Nothing is stored, and only the challenge differs between users.
   * @throws {Failure} `passkeys_off`, and those that any operation may answer
   */
  beginPasskeyLogin(input?: Record<string, never>, options?: Options): Promise<PasskeyRequest>

  /**
   * Sign in with a passkey.
   * Needs no password and no second factor: the passkey replaces both (`aal2`). The device must have verified the user. After `passkey_invalid`, a page can call `PublicKeyCredential.signalUnknownCredential()`.
   * @throws {Failure} `passkey_invalid`, `passkeys_off`, `sessions_limited`, `overloaded`, `user_service_unavailable`, and those that any operation may answer
   */
  logInByPasskey(input: LogInByPasskeyInput, options?: Options): Promise<TokenPair>

  /**
   * Start the passkey step of a sign-in.
   * Use it after `second_factor_required` with the factor `passkey`. Nothing is stored.
   * @throws {Failure} `passkeys_off`, and those that any operation may answer
   */
  beginPasskeyStep(input: BeginPasskeyStepInput, options?: Options): Promise<PasskeyRequest>

  /**
   * Continue a sign-in with a passkey.
   * A passkey of another user, or a response to the challenge of another sign-in, is rejected.
   * @throws {Failure} `login_expired`, `passkey_invalid`, `passkeys_off`, `sessions_limited`, `overloaded`, `user_service_unavailable`, and those that any operation may answer
   */
  completeLoginByPasskey(input: CompleteLoginByPasskeyInput, options?: Options): Promise<CompletedLogin>

  /**
   * Start re-authenticating with a passkey.
   * @throws {Failure} `passkeys_off`, `forbidden`, and those that any operation may answer
   */
  beginPasskeyStepUp(input?: Record<string, never>, options?: Options): Promise<PasskeyRequest>

  /**
   * Re-authenticate with a passkey.
   * Use it after `reauthentication_required` (RFC 9470). Like POST /api/v1/auth/step-up, without the password.
   * @throws {Failure} `forbidden`, `passkey_invalid`, `passkeys_off`, `login_expired`, `user_service_unavailable`, and those that any operation may answer
   */
  stepUpByPasskey(input: StepUpByPasskeyInput, options?: Options): Promise<TokenPair>

  /** List the identity providers for sign-in. */
  listProviders(input?: Record<string, never>, options?: Options): Promise<ProviderList>

  /**
   * Start a sign-in with a provider.
   * For applications with their own pages; the account pages have a button for it. Redirect the user to `authorization_url`. The provider redirects back to Latchkey, and Latchkey to `return_to` with a query that the same client sends to `/complete` within ten minutes.
   * @throws {Failure} `provider_not_found`, `identity_provider_unavailable`, `overloaded`, and those that any operation may answer
   */
  beginFederatedLogin(input: BeginFederatedLoginInput, options?: Options): Promise<BegunFederatedLogin>

  /**
   * Complete a sign-in with a provider.
   * Each response is accepted once, with the `federated_token` of its sign-in. If no user is linked to the account, a user is created when sign-up is open and the provider has reliably verified the email address. Otherwise the response is `identity_unlinked`: use another sign-in method and link the account. A second factor is required as after a password.
   * @throws {Failure} `provider_not_found`, `login_expired`, `identity_refused`, `identity_code_refused`, `identity_unlinked`, `second_factor_required`, `second_factor_enrolment_required`, `sessions_limited`, `signup_limited`, `identity_provider_unavailable`, `overloaded`, `user_service_unavailable`, and those that any operation may answer
   */
  completeFederatedLogin(input: CompleteFederatedLoginInput, options?: Options): Promise<TokenPair>

  /**
   * Start linking an account at a provider.
   * Works like a sign-in: redirect the user to `authorization_url`, and send the query with which they return to `/link/complete` within ten minutes. You need a sign-in or re-authentication from the last five minutes, with every factor that your sign-in requires: sign in again, or re-authenticate.
   * @throws {Failure} `provider_not_found`, `forbidden`, `reauthentication_required`, `identity_provider_unavailable`, `overloaded`, `user_service_unavailable`, and those that any operation may answer
   */
  beginIdentityLink(input: BeginIdentityLinkInput, options?: Options): Promise<BegunFederatedLogin>

  /**
   * Complete linking an account.
   * Each response is accepted once, with its `federated_token` and in the session that started it. The sign-in must still be recent: after `reauthentication_required`, re-authenticate and send the same response again. `identity_taken` doesn't reveal which user has the account. The user is notified by email.
   * @throws {Failure} `provider_not_found`, `forbidden`, `login_expired`, `identity_refused`, `identity_code_refused`, `reauthentication_required`, `identity_taken`, `too_many_identities`, `email_unverified`, `identity_provider_unavailable`, `overloaded`, `user_service_unavailable`, and those that any operation may answer
   */
  completeIdentityLink(input: CompleteIdentityLinkInput, options?: Options): Promise<undefined>

  /**
   * Start re-authenticating at a provider.
   * Use it after `reauthentication_required` (RFC 9470), for users without a password. The provider is asked to authenticate the user again. A provider that doesn't support this (`step_up` in the list of providers) gets `provider_not_found`.
   * @throws {Failure} `provider_not_found`, `forbidden`, `identity_provider_unavailable`, `overloaded`, and those that any operation may answer
   */
  beginFederatedStepUp(input: BeginFederatedStepUpInput, options?: Options): Promise<BegunFederatedLogin>

  /**
   * Complete re-authentication at a provider.
   * Returns new tokens of the same session, like POST /api/v1/auth/step-up. The account must be linked to this user, and the provider must confirm that the user authenticated after the request; otherwise the response is `identity_refused`. With a second factor, the response is `second_factor_required` with a `login_token`: continue as in a sign-in (such as `/api/v1/auth/login/totp`), whose response then has the new tokens of this session.
   * @throws {Failure} `provider_not_found`, `forbidden`, `login_expired`, `identity_refused`, `identity_code_refused`, `second_factor_required`, `identity_provider_unavailable`, `overloaded`, `user_service_unavailable`, and those that any operation may answer
   */
  completeFederatedStepUp(input: CompleteFederatedStepUpInput, options?: Options): Promise<TokenPair>

  /**
   * Create an OpenID client.
   * Registers an application that signs users in with OpenID Connect. With `client_secret_basic` or `client_secret_post`, the response contains the first client secret. A retry with the same `Idempotency-Key` creates no second client; if the client has a secret, the retry gets `client_secret_shown_before` with the client in `Location`. Callers with an access token need a sign-in from the last five minutes.
   * @throws {Failure} `client_secret_shown_before`, `reauthentication_required`, and those that any operation may answer
   */
  createOidcClient(input: CreateOidcClientInput, options?: Once): Promise<CreatedOidcClient>

  /** List OpenID clients, oldest first. */
  listOidcClients(input?: ListOidcClientsInput, options?: Options): Promise<OidcClientList>

  /**
   * Get an OpenID client.
   * @throws {Failure} `client_not_found`, and those that any operation may answer
   */
  getOidcClient(input: GetOidcClientInput, options?: Options): Promise<OidcClient>

  /**
   * Change, disable or enable an OpenID client.
   * A JSON merge patch (RFC 7396). Callers with an access token need a sign-in from the last five minutes to change anything but `name` and `enabled: false`.
   * @throws {Failure} `client_not_found`, `reauthentication_required`, and those that any operation may answer
   */
  updateOidcClient(input: UpdateOidcClientInput, options?: Guarded): Promise<OidcClient>

  /**
   * Create a client secret.
   * Use it to rotate the secret: the previous one remains valid until you revoke it. A client has at most two secrets. Callers with an access token need a sign-in from the last five minutes.
   * @throws {Failure} `client_not_found`, `client_has_no_secrets`, `too_many_client_secrets`, `reauthentication_required`, and those that any operation may answer
   */
  createOidcClientSecret(input: CreateOidcClientSecretInput, options?: Options): Promise<ShownClientSecret>

  /**
   * Revoke a client secret.
   * Takes effect immediately. Revoking the last secret locks the client out.
   * @throws {Failure} `client_not_found`, `client_secret_not_found`, and those that any operation may answer
   */
  revokeOidcClientSecret(input: RevokeOidcClientSecretInput, options?: Options): Promise<undefined>

  /**
   * Delete an OpenID client.
   * Takes effect immediately: the client's requests are rejected, and its grants end. Its `backchannel_logout_uri` is notified.
   * @throws {Failure} `client_not_found`, and those that any operation may answer
   */
  deleteOidcClient(input: DeleteOidcClientInput, options?: Guarded): Promise<undefined>

  /**
   * List the applications with access to a user.
   * Lists applications to which an active session signed in, and those with a stored consent, in order of registration. Your own, or those of any user with the scope `sessions:read`. Served by the authentication service.
   * @throws {Failure} `user_not_found`, and those that any operation may answer
   */
  listApps(input: ListAppsInput, options?: Options): Promise<AppList>

  /**
   * Revoke an application's access to a user.
   * Deletes the consent and revokes the application's codes and tokens immediately: refresh, UserInfo and introspection reject them. A signed access token for another API (RFC 8707) remains valid there until it expires, 15 minutes by default, unless that API introspects it. An application with a `backchannel_logout_uri` is notified of each session. The sessions of the user continue. For another user this needs the scope `sessions:revoke`; for an admin, every scope. Idempotent.
   * @throws {Failure} `forbidden`, `user_not_found`, and those that any operation may answer
   */
  endAppAccess(input: EndAppAccessInput, options?: Options): Promise<undefined>

  /**
   * Preview the claims about a user that an OpenID client gets.
   * Returns the claims as if the user had consented to every scope; no token is issued. Also needs `users:read`. Without `openid` there is no ID token and no UserInfo response.
   * @throws {Failure} `client_not_found`, `user_not_found`, `user_service_unavailable`, and those that any operation may answer
   */
  previewClaims(input: PreviewClaimsInput, options?: Options): Promise<ClaimsPreview>

  /**
   * List signing keys, oldest first.
   * Includes keys that are no longer used and not yet removed. To verify tokens, use the key set at `/.well-known/jwks.json`.
   */
  listSigningKeys(input?: Record<string, never>, options?: Options): Promise<SigningKeyList>

  /**
   * Rotate a signing key.
   * Publishes the next key immediately; it signs after LATCHKEY_KEY_PUBLISH, when applications that cache the key set have it. No session ends. With `now` it signs immediately, and applications can reject its tokens until their cached key set expires: use this only for a leaked key, whose tokens `latchkey keys revoke` also rejects. While a next key is waiting, the request changes nothing. At most 20 keys per purpose are kept, including retired ones; beyond that the response is 429 until one is removed. Callers with an access token need a sign-in from the last five minutes.
   * @throws {Failure} `signing_key_not_found`, `reauthentication_required`, `changes_limited`, and those that any operation may answer
   */
  rotateSigningKey(input: RotateSigningKeyInput, options?: Options): Promise<SigningKeyList>

  /**
   * Get the status of the authentication service.
   * Returns the version, database and queues of the process that responds. Other processes and machines aren't included.
   */
  getAuthServiceState(input?: Record<string, never>, options?: Options): Promise<ServiceState>

  /**
   * List the effective settings and their sources.
   * Returns the settings of the responding process of the authentication service. A user service that runs elsewhere has its own; run `latchkey settings` there.
   */
  listSettings(input?: Record<string, never>, options?: Options): Promise<SettingList>

  /**
   * List the configured identity providers and their status.
   * Lists the providers in the settings, with the last response and failure that the responding process has seen since its start.
   */
  listIdentityProviders(input?: Record<string, never>, options?: Options): Promise<IdentityProviderStateList>

  /** Check readiness. */
  health(input?: Record<string, never>, options?: Options): Promise<Health>

  /** Check liveness. */
  liveness(input?: Record<string, never>, options?: Options): Promise<Health>
}

/**
 * The streams of Latchkey. A stream is read event by event with `for await`. It ends when the loop is left or the signal of the
 * options is aborted. When its connection is lost, the client opens another one and continues after the last event. A refusal of
 * the service is thrown, and so is a fault that remains after retries.
 * @example
 * for await (const { event, data } of client.streamNotifications())
 *   if (event === 'notification') console.log(data.title)
 */
export interface Streams<Options> {
  /**
   * Stream your notifications.
   * Server-sent events: each notification once and in order, and a heartbeat immediately and every five seconds. The service can end the stream at any time; reconnect with the last `id` in `Last-Event-ID` or `after`. Without one, the stream starts with the next notification. With the `position` of a list, it starts after that list.
   * @throws {Failure} `forbidden`, `overloaded`, `streams_limited`, and those that any operation may answer
   */
  streamNotifications(input?: StreamNotificationsInput, options?: Options): AsyncGenerator<SentEvent<'notification', Notification> | SentEvent<'heartbeat', NotificationHeartbeat>, void, undefined>

  /**
   * Stream events.
   * Server-sent events: each event once and in order, and a heartbeat immediately and every five seconds. The service can end the stream at any time; reconnect with the last `id` in `Last-Event-ID` or `after`. Without one, the stream starts with the next event. With the `position` of a list, it starts after that list.
   * @throws {Failure} `overloaded`, `streams_limited`, and those that any operation may answer
   */
  streamEvents(input?: StreamEventsInput, options?: Options): AsyncGenerator<SentEvent<'event', Event> | SentEvent<'heartbeat', EventHeartbeat>, void, undefined>

  /**
   * Stream ended sessions, to validate tokens locally.
   * Server-sent events: first the ended sessions whose access tokens can still be unexpired, then each session as it ends, and a heartbeat every second. If heartbeats stop, call `/auth/validate` instead. The service can end the stream at any time; reconnect with the last `id` in `Last-Event-ID` or `after`. Without one, or with one that is too old, all sessions that still matter are sent again.
   * @throws {Failure} `overloaded`, `streams_limited`, and those that any operation may answer
   */
  watchRevocations(input?: WatchRevocationsInput, options?: Options): AsyncGenerator<SentEvent<'session.ended', SessionEnded> | SentEvent<'heartbeat', RevocationHeartbeat>, void, undefined>
}

/**
 * The bytes of a file, as they arrive. Reading throws when the connection is cut, which also happens after a fault of the service:
 * then the file is not complete.
 */
export type FileBytes = NonNullable<Response['body']>

/** An event of a stream. */
export interface SentEvent<Name extends string, Data> {
  event: Name
  /** The position after the event. A later stream that gets it as `after` continues there. */
  id: string
  data: Data
}

/** The `data` of each event, by the type of the event. A later version may add types and fields. */
export interface EventCatalogue {
  /** A user signed up, was created by an admin, or was invited. */
  'user.created': {
    user: User
    /** The user or API key that made the change. Null for the service itself and for commands. */
    by: string | null
    /** The IP address of `by`. Absent for changes by the user themselves, for commands, and if unknown. */
    by_address?: string | undefined
    /** The user agent of `by`. Absent if none was sent, and whenever `by_address` is. */
    by_user_agent?: string | null | undefined
    /** The system account that ran the command. Absent for requests. */
    by_os_user?: string | undefined
    /** The host on which the command ran. Absent for requests. */
    by_host?: string | undefined
  }
  /** The name, username, locale, role or metadata of a user changed. Other changes have separate events. */
  'user.updated': {
    user: User
    /** The names of the fields. */
    changed: string[]
    /** The user or API key that made the change. Null for the service itself and for commands. */
    by: string | null
    /** The IP address of `by`. Absent for changes by the user themselves, for commands, and if unknown. */
    by_address?: string | undefined
    /** The user agent of `by`. Absent if none was sent, and whenever `by_address` is. */
    by_user_agent?: string | null | undefined
    /** The system account that ran the command. Absent for requests. */
    by_os_user?: string | undefined
    /** The host on which the command ran. Absent for requests. */
    by_host?: string | undefined
  }
  /** A user was deleted, and all their sessions ended. */
  'user.deleted': {
    /** The user or API key that made the change. Null for the service itself and for commands. */
    by: string | null
    /** The IP address of `by`. Absent for changes by the user themselves, for commands, and if unknown. */
    by_address?: string | undefined
    /** The user agent of `by`. Absent if none was sent, and whenever `by_address` is. */
    by_user_agent?: string | null | undefined
    /** The system account that ran the command. Absent for requests. */
    by_os_user?: string | undefined
    /** The host on which the command ran. Absent for requests. */
    by_host?: string | undefined
  }
  /** A user was suspended, and all their sessions ended. */
  'user.suspended': {
    /** The user or API key that made the change. Null for the service itself and for commands. */
    by: string | null
    /** The IP address of `by`. Absent for changes by the user themselves, for commands, and if unknown. */
    by_address?: string | undefined
    /** The user agent of `by`. Absent if none was sent, and whenever `by_address` is. */
    by_user_agent?: string | null | undefined
    /** The system account that ran the command. Absent for requests. */
    by_os_user?: string | undefined
    /** The host on which the command ran. Absent for requests. */
    by_host?: string | undefined
    /** The reason that the admin entered. */
    suspension_reason?: string | null | undefined
  }
  /** The access of a suspended user was restored. */
  'user.restored': {
    /** The user or API key that made the change. Null for the service itself and for commands. */
    by: string | null
    /** The IP address of `by`. Absent for changes by the user themselves, for commands, and if unknown. */
    by_address?: string | undefined
    /** The user agent of `by`. Absent if none was sent, and whenever `by_address` is. */
    by_user_agent?: string | null | undefined
    /** The system account that ran the command. Absent for requests. */
    by_os_user?: string | undefined
    /** The host on which the command ran. Absent for requests. */
    by_host?: string | undefined
  }
  /** The counted wrong passwords of a user were cleared. */
  'user.unlocked': {
    /** The user or API key that made the change. Null for the service itself and for commands. */
    by: string | null
    /** The IP address of `by`. Absent for changes by the user themselves, for commands, and if unknown. */
    by_address?: string | undefined
    /** The user agent of `by`. Absent if none was sent, and whenever `by_address` is. */
    by_user_agent?: string | null | undefined
    /** The system account that ran the command. Absent for requests. */
    by_os_user?: string | undefined
    /** The host on which the command ran. Absent for requests. */
    by_host?: string | undefined
  }
  /** The invitation of a user was sent again. The first invitation is part of `user.created`. */
  'user.invited': {
    role: 'user' | 'admin'
    /** The user or API key that made the change. Null for the service itself and for commands. */
    by: string | null
    /** The IP address of `by`. Absent for changes by the user themselves, for commands, and if unknown. */
    by_address?: string | undefined
    /** The user agent of `by`. Absent if none was sent, and whenever `by_address` is. */
    by_user_agent?: string | null | undefined
    /** The system account that ran the command. Absent for requests. */
    by_os_user?: string | undefined
    /** The host on which the command ran. Absent for requests. */
    by_host?: string | undefined
  }
  /** An admin or API key ended all sessions of the user in a bulk action. Each session also has an event `session.ended`. */
  'user.sessions_ended': {
    /** The user or API key that made the change. Null for the service itself and for commands. */
    by: string | null
    /** The IP address of `by`. Absent for changes by the user themselves, for commands, and if unknown. */
    by_address?: string | undefined
    /** The user agent of `by`. Absent if none was sent, and whenever `by_address` is. */
    by_user_agent?: string | null | undefined
    /** The system account that ran the command. Absent for requests. */
    by_os_user?: string | undefined
    /** The host on which the command ran. Absent for requests. */
    by_host?: string | undefined
  }
  /** An admin or API key sent the user a password reset email. */
  'user.password_reset_sent': {
    /** The user or API key that made the change. Null for the service itself and for commands. */
    by: string | null
    /** The IP address of `by`. Absent for changes by the user themselves, for commands, and if unknown. */
    by_address?: string | undefined
    /** The user agent of `by`. Absent if none was sent, and whenever `by_address` is. */
    by_user_agent?: string | null | undefined
    /** The system account that ran the command. Absent for requests. */
    by_os_user?: string | undefined
    /** The host on which the command ran. Absent for requests. */
    by_host?: string | undefined
  }
  /** A password reset link for the user was shown to an admin or API key. */
  'user.password_reset_shown': {
    /** The user or API key that made the change. Null for the service itself and for commands. */
    by: string | null
    /** The IP address of `by`. Absent for changes by the user themselves, for commands, and if unknown. */
    by_address?: string | undefined
    /** The user agent of `by`. Absent if none was sent, and whenever `by_address` is. */
    by_user_agent?: string | null | undefined
    /** The system account that ran the command. Absent for requests. */
    by_os_user?: string | undefined
    /** The host on which the command ran. Absent for requests. */
    by_host?: string | undefined
  }
  /** A password was set, and all earlier sessions ended. */
  'user.password_changed': {
    /** `temporary`: the user must change the password at the next sign-in. `moved_in`: the password was migrated from the previous system by a sign-in. */
    how: 'change' | 'reset' | 'invitation' | 'temporary' | 'moved_in'
    /** The user or API key that made the change. Null for the service itself and for commands. */
    by?: string | null | undefined
    /** The IP address of `by`. Absent for changes by the user themselves, for commands, and if unknown. */
    by_address?: string | undefined
    /** The user agent of `by`. Absent if none was sent, and whenever `by_address` is. */
    by_user_agent?: string | null | undefined
    /** The system account that ran the command. Absent for requests. */
    by_os_user?: string | undefined
    /** The host on which the command ran. Absent for requests. */
    by_host?: string | undefined
    /** The IP address of the user. Absent if another user or API key made the change, and if unknown. */
    address?: string | undefined
  }
  /** The owner of the email address recovered the user. All sessions ended, and the password was invalidated. */
  'user.secured': {
    why: 'reported' | 'email_change_undone'
  }
  /** A passkey was added. It signs the user in, alone or after a password. */
  'user.passkey_added': {
    /** A UUIDv7 (RFC 9562) in lower case. */
    passkey_id: string
    /** The name that the user chose. */
    name: string
    /** The user or API key that made the change. Null for the service itself and for commands. */
    by: string | null
    /** The IP address of `by`. Absent for changes by the user themselves, for commands, and if unknown. */
    by_address?: string | undefined
    /** The user agent of `by`. Absent if none was sent, and whenever `by_address` is. */
    by_user_agent?: string | null | undefined
    /** The system account that ran the command. Absent for requests. */
    by_os_user?: string | undefined
    /** The host on which the command ran. Absent for requests. */
    by_host?: string | undefined
  }
  /** A passkey was removed. `by` is null after an account recovery. */
  'user.passkey_removed': {
    /** A UUIDv7 (RFC 9562) in lower case. */
    passkey_id: string
    /** The name that the user chose. */
    name: string
    /** The user or API key that made the change. Null for the service itself and for commands. */
    by: string | null
    /** The IP address of `by`. Absent for changes by the user themselves, for commands, and if unknown. */
    by_address?: string | undefined
    /** The user agent of `by`. Absent if none was sent, and whenever `by_address` is. */
    by_user_agent?: string | null | undefined
    /** The system account that ran the command. Absent for requests. */
    by_os_user?: string | undefined
    /** The host on which the command ran. Absent for requests. */
    by_host?: string | undefined
  }
  /** The counter of a passkey went back, so the passkey may have been copied. It is rejected from now on, and all sessions ended. */
  'user.passkey_suspect': {
    /** A UUIDv7 (RFC 9562) in lower case. */
    passkey_id: string
    /** The name that the user chose. */
    name: string
  }
  /** An account at an identity provider was linked. The user can sign in with it. */
  'user.identity_linked': {
    /** A UUIDv7 (RFC 9562) in lower case. */
    identity_id: string
    /** The name of the provider in the settings, such as `google`. */
    provider: string
    /** The user or API key that made the change. Null for the service itself and for commands. */
    by: string | null
    /** The IP address of `by`. Absent for changes by the user themselves, for commands, and if unknown. */
    by_address?: string | undefined
    /** The user agent of `by`. Absent if none was sent, and whenever `by_address` is. */
    by_user_agent?: string | null | undefined
    /** The system account that ran the command. Absent for requests. */
    by_os_user?: string | undefined
    /** The host on which the command ran. Absent for requests. */
    by_host?: string | undefined
  }
  /** An account at an identity provider was unlinked. `by` is null after an account recovery. */
  'user.identity_unlinked': {
    /** A UUIDv7 (RFC 9562) in lower case. */
    identity_id: string
    /** The name of the provider in the settings, such as `google`. */
    provider: string
    /** The user or API key that made the change. Null for the service itself and for commands. */
    by: string | null
    /** The IP address of `by`. Absent for changes by the user themselves, for commands, and if unknown. */
    by_address?: string | undefined
    /** The user agent of `by`. Absent if none was sent, and whenever `by_address` is. */
    by_user_agent?: string | null | undefined
    /** The system account that ran the command. Absent for requests. */
    by_os_user?: string | undefined
    /** The host on which the command ran. Absent for requests. */
    by_host?: string | undefined
  }
  /** The email address was confirmed by its owner, an admin or an API key. */
  'user.email_verified': {
    /** An email address. */
    email: string
    /** The user or API key that made the change. Null for the service itself and for commands. */
    by?: string | null | undefined
    /** The IP address of `by`. Absent for changes by the user themselves, for commands, and if unknown. */
    by_address?: string | undefined
    /** The user agent of `by`. Absent if none was sent, and whenever `by_address` is. */
    by_user_agent?: string | null | undefined
    /** The system account that ran the command. Absent for requests. */
    by_os_user?: string | undefined
    /** The host on which the command ran. Absent for requests. */
    by_host?: string | undefined
  }
  /** A new email address was requested and is not confirmed yet. */
  'user.email_change_requested': {
    /** An email address. */
    new_email: string
  }
  /** The email address of the user changed. */
  'user.email_changed': {
    /** An email address. */
    email: string
    /** An email address. */
    previous_email: string
    /** The user or API key that made the change. Null for the service itself and for commands. */
    by: string | null
    /** The IP address of `by`. Absent for changes by the user themselves, for commands, and if unknown. */
    by_address?: string | undefined
    /** The user agent of `by`. Absent if none was sent, and whenever `by_address` is. */
    by_user_agent?: string | null | undefined
    /** The system account that ran the command. Absent for requests. */
    by_os_user?: string | undefined
    /** The host on which the command ran. Absent for requests. */
    by_host?: string | undefined
  }
  /** A second factor was added. Sign-ins require it from now on. */
  'user.factor_added': {
    /** `totp`: an authenticator app. */
    kind: 'totp'
    /** The user or API key that made the change. Null for the service itself and for commands. */
    by: string | null
    /** The IP address of `by`. Absent for changes by the user themselves, for commands, and if unknown. */
    by_address?: string | undefined
    /** The user agent of `by`. Absent if none was sent, and whenever `by_address` is. */
    by_user_agent?: string | null | undefined
    /** The system account that ran the command. Absent for requests. */
    by_os_user?: string | undefined
    /** The host on which the command ran. Absent for requests. */
    by_host?: string | undefined
  }
  /** A second factor was removed. Without another one, the recovery codes were removed too. `by` is null after an account recovery. */
  'user.factor_removed': {
    /** `totp`: an authenticator app. */
    kind: 'totp'
    /** The user or API key that made the change. Null for the service itself and for commands. */
    by: string | null
    /** The IP address of `by`. Absent for changes by the user themselves, for commands, and if unknown. */
    by_address?: string | undefined
    /** The user agent of `by`. Absent if none was sent, and whenever `by_address` is. */
    by_user_agent?: string | null | undefined
    /** The system account that ran the command. Absent for requests. */
    by_os_user?: string | undefined
    /** The host on which the command ran. Absent for requests. */
    by_host?: string | undefined
  }
  /** Ten new recovery codes were created, and the previous ones invalidated. */
  'user.recovery_codes_made': {
    /** The user or API key that made the change. Null for the service itself and for commands. */
    by: string | null
    /** The IP address of `by`. Absent for changes by the user themselves, for commands, and if unknown. */
    by_address?: string | undefined
    /** The user agent of `by`. Absent if none was sent, and whenever `by_address` is. */
    by_user_agent?: string | null | undefined
    /** The system account that ran the command. Absent for requests. */
    by_os_user?: string | undefined
    /** The host on which the command ran. Absent for requests. */
    by_host?: string | undefined
  }
  /** A recovery code was used as the second factor. */
  'user.recovery_code_used': {
    /** The number of unused codes. */
    left: number
  }
  /** An admin or API key removed all second factors of the user, and all sessions ended. */
  'user.factors_reset': {
    /** The user or API key that made the change. Null for the service itself and for commands. */
    by: string | null
    /** The IP address of `by`. Absent for changes by the user themselves, for commands, and if unknown. */
    by_address?: string | undefined
    /** The user agent of `by`. Absent if none was sent, and whenever `by_address` is. */
    by_user_agent?: string | null | undefined
    /** The system account that ran the command. Absent for requests. */
    by_os_user?: string | undefined
    /** The host on which the command ran. Absent for requests. */
    by_host?: string | undefined
  }
  /** An admin or API key notified the user. The event does not contain the text. */
  'notification.created': {
    /** A UUIDv7 (RFC 9562) in lower case. */
    notification_id: string
    /** The type that the sender chose. */
    notification_type: string
    /** The user or API key that made the change. Null for the service itself and for commands. */
    by: string | null
    /** The IP address of `by`. Absent for changes by the user themselves, for commands, and if unknown. */
    by_address?: string | undefined
    /** The user agent of `by`. Absent if none was sent, and whenever `by_address` is. */
    by_user_agent?: string | null | undefined
    /** The system account that ran the command. Absent for requests. */
    by_os_user?: string | undefined
    /** The host on which the command ran. Absent for requests. */
    by_host?: string | undefined
  }
  /** A user signed in. */
  'session.created': {
    /** A UUIDv7 (RFC 9562) in lower case. */
    session_id: string
    /** The name sent at sign-in, or one derived from the user agent. */
    device_name: string | null
    user_agent: string | null
    /** The IP address. */
    address: string
    /** The start of the sign-in, if the user added a required second factor during a sign-in. */
    began_at?: string | undefined
    /** Whether no known session of the user has this device name and user agent in this network (IPv4 /24, IPv6 /48). False for the first sign-in of a user. */
    is_new_device: boolean
  }
  /** The user of a session re-authenticated. */
  'session.stepped_up': {
    /** A UUIDv7 (RFC 9562) in lower case. */
    session_id: string
    /** The level of the last authentication: `aal2` with two kinds of factors, such as a password and a code of an authenticator app. */
    acr: 'aal1' | 'aal2'
    /** The methods of the last authentication (RFC 8176): `pwd` password, `otp` authenticator app, `rec` recovery code, `hwk` device-bound passkey, `swk` synced passkey, `user` user verification by the device, `fed` identity provider, `fmfa` second factor at a provider that the operator trusts, `mfa` more than one kind. */
    amr: string[]
  }
  /** A session was ended. Sessions that expire have no event. */
  'session.ended': {
    /** A UUIDv7 (RFC 9562) in lower case. */
    session_id: string
    reason: 'logout' | 'revoked' | 'password_changed' | 'user_deleted' | 'user_suspended' | 'refresh_reused' | 'expired'
    /** The user or API key that made the change. Null for the service itself and for commands. */
    by?: string | null | undefined
    /** The IP address of `by`. Absent for changes by the user themselves, for commands, and if unknown. */
    by_address?: string | undefined
    /** The user agent of `by`. Absent if none was sent, and whenever `by_address` is. */
    by_user_agent?: string | null | undefined
    /** The system account that ran the command. Absent for requests. */
    by_os_user?: string | undefined
    /** The host on which the command ran. Absent for requests. */
    by_host?: string | undefined
    /** The IP address of the user. Absent if another user or API key made the change, and if unknown. */
    address?: string | undefined
  }
  /** An operator ended sessions of all users. Several events can report one command. `user_id` is null. */
  'session.all_ended': {
    reason: 'logout' | 'revoked' | 'password_changed' | 'user_deleted' | 'user_suspended' | 'refresh_reused' | 'expired'
    /** The number of sessions, at most 2000. Further events report the rest. */
    ended: number
    /** The system account that ran the command. Absent for requests. */
    by_os_user?: string | undefined
    /** The host on which the command ran. Absent for requests. */
    by_host?: string | undefined
  }
  /** A sign-in or a change of password was rejected. `user_id` is null if no user has the name. */
  'login.failed': {
    /** `temporary_password`: the password is correct, but must be changed first. `foreign_password_expired`: the password is correct, but its hash comes from another system and LATCHKEY_FOREIGN_PASSWORDS_UNTIL has passed. `wrong_current_password`: a change of the password was rejected. */
    reason: 'unknown_name' | 'wrong_password' | 'suspended' | 'unverified' | 'temporary_password' | 'temporary_password_expired' | 'foreign_password_expired' | 'wrong_current_password'
    /** The IP address of the user. Absent if another user or API key made the change, and if unknown. */
    address?: string | undefined
  }
  /** After a correct password, a wrong second factor was entered for the third time in a row. Reported at most once a day. */
  'login.second_factor_failed': {
    /** The number of wrong second factors since the last correct one. */
    count: number
    /** The IP address of the last attempt. */
    address: string
  }
  /** A device was trusted. Sign-ins on it need no second factor for 30 days. */
  'device.remembered': {
    /** A UUIDv7 (RFC 9562) in lower case. */
    device_id: string
    /** The name sent at sign-in, or one derived from the user agent. */
    device_name: string | null
    user_agent: string | null
    /** The IP address. */
    address: string
    /** The start of the sign-in, if the user added a required second factor during a sign-in. */
    began_at?: string | undefined
    /** Whether no trusted device of the user had this name and user agent in this network (IPv4 /24, IPv6 /48). The user is notified of a new one. */
    is_new_device: boolean
  }
  /** A trusted device was removed. Sign-ins on it need the second factor again. */
  'device.forgotten': {
    /** A UUIDv7 (RFC 9562) in lower case. */
    device_id: string
    /** The user or API key that made the change. Null for the service itself and for commands. */
    by: string | null
    /** The IP address of `by`. Absent for changes by the user themselves, for commands, and if unknown. */
    by_address?: string | undefined
    /** The user agent of `by`. Absent if none was sent, and whenever `by_address` is. */
    by_user_agent?: string | null | undefined
    /** The system account that ran the command. Absent for requests. */
    by_os_user?: string | undefined
    /** The host on which the command ran. Absent for requests. */
    by_host?: string | undefined
  }
  /** An API key was created. `user_id` is null. */
  'api_key.created': {
    /** A UUIDv7 (RFC 9562) in lower case. */
    api_key_id: string
    name: string
    /** The scopes of the key. */
    scopes: string[]
    /** RFC 3339 in UTC with milliseconds. */
    expires_at: string
    /** The user or API key that made the change. Null for the service itself and for commands. */
    by: string | null
    /** The IP address of `by`. Absent for changes by the user themselves, for commands, and if unknown. */
    by_address?: string | undefined
    /** The user agent of `by`. Absent if none was sent, and whenever `by_address` is. */
    by_user_agent?: string | null | undefined
    /** The system account that ran the command. Absent for requests. */
    by_os_user?: string | undefined
    /** The host on which the command ran. Absent for requests. */
    by_host?: string | undefined
  }
  /** An API key was revoked. `user_id` is null. */
  'api_key.revoked': {
    /** A UUIDv7 (RFC 9562) in lower case. */
    api_key_id: string
    /** The user or API key that made the change. Null for the service itself and for commands. */
    by: string | null
    /** The IP address of `by`. Absent for changes by the user themselves, for commands, and if unknown. */
    by_address?: string | undefined
    /** The user agent of `by`. Absent if none was sent, and whenever `by_address` is. */
    by_user_agent?: string | null | undefined
    /** The system account that ran the command. Absent for requests. */
    by_os_user?: string | undefined
    /** The host on which the command ran. Absent for requests. */
    by_host?: string | undefined
  }
  /** An OpenID client was created. `user_id` is null. */
  'client.created': {
    /** A UUIDv7 (RFC 9562) in lower case. */
    client_id: string
    /** The name of the client. */
    name: string
    /** The redirect URIs of the client. */
    redirect_uris: string[]
    /** The user or API key that made the change. Null for the service itself and for commands. */
    by: string | null
    /** The IP address of `by`. Absent for changes by the user themselves, for commands, and if unknown. */
    by_address?: string | undefined
    /** The user agent of `by`. Absent if none was sent, and whenever `by_address` is. */
    by_user_agent?: string | null | undefined
    /** The system account that ran the command. Absent for requests. */
    by_os_user?: string | undefined
    /** The host on which the command ran. Absent for requests. */
    by_host?: string | undefined
  }
  /** An OpenID client was changed, disabled or enabled. `user_id` is null. */
  'client.updated': {
    /** A UUIDv7 (RFC 9562) in lower case. */
    client_id: string
    /** The name of the client. */
    name: string
    /** The redirect URIs of the client. */
    redirect_uris: string[]
    /** The names of the fields. */
    changed: string[]
    /** The user or API key that made the change. Null for the service itself and for commands. */
    by: string | null
    /** The IP address of `by`. Absent for changes by the user themselves, for commands, and if unknown. */
    by_address?: string | undefined
    /** The user agent of `by`. Absent if none was sent, and whenever `by_address` is. */
    by_user_agent?: string | null | undefined
    /** The system account that ran the command. Absent for requests. */
    by_os_user?: string | undefined
    /** The host on which the command ran. Absent for requests. */
    by_host?: string | undefined
  }
  /** An OpenID client was deleted. `user_id` is null. */
  'client.deleted': {
    /** A UUIDv7 (RFC 9562) in lower case. */
    client_id: string
    /** The name of the client. */
    name: string
    /** The user or API key that made the change. Null for the service itself and for commands. */
    by: string | null
    /** The IP address of `by`. Absent for changes by the user themselves, for commands, and if unknown. */
    by_address?: string | undefined
    /** The user agent of `by`. Absent if none was sent, and whenever `by_address` is. */
    by_user_agent?: string | null | undefined
    /** The system account that ran the command. Absent for requests. */
    by_os_user?: string | undefined
    /** The host on which the command ran. Absent for requests. */
    by_host?: string | undefined
  }
  /** A secret was added to an OpenID client. `user_id` is null. */
  'client.secret_created': {
    /** A UUIDv7 (RFC 9562) in lower case. */
    client_id: string
    /** The name of the client. */
    name: string
    /** A UUIDv7 (RFC 9562) in lower case. */
    secret_id: string
    /** The user or API key that made the change. Null for the service itself and for commands. */
    by: string | null
    /** The IP address of `by`. Absent for changes by the user themselves, for commands, and if unknown. */
    by_address?: string | undefined
    /** The user agent of `by`. Absent if none was sent, and whenever `by_address` is. */
    by_user_agent?: string | null | undefined
    /** The system account that ran the command. Absent for requests. */
    by_os_user?: string | undefined
    /** The host on which the command ran. Absent for requests. */
    by_host?: string | undefined
  }
  /** A secret of an OpenID client was revoked. `user_id` is null. */
  'client.secret_revoked': {
    /** A UUIDv7 (RFC 9562) in lower case. */
    client_id: string
    /** The name of the client. */
    name: string
    /** A UUIDv7 (RFC 9562) in lower case. */
    secret_id: string
    /** The user or API key that made the change. Null for the service itself and for commands. */
    by: string | null
    /** The IP address of `by`. Absent for changes by the user themselves, for commands, and if unknown. */
    by_address?: string | undefined
    /** The user agent of `by`. Absent if none was sent, and whenever `by_address` is. */
    by_user_agent?: string | null | undefined
    /** The system account that ran the command. Absent for requests. */
    by_os_user?: string | undefined
    /** The host on which the command ran. Absent for requests. */
    by_host?: string | undefined
  }
  /** The access of an application to the user was revoked. `by` is null after an account recovery. */
  'grant.revoked': {
    /** A UUIDv7 (RFC 9562) in lower case. */
    client_id: string
    /** The name of the client. Null if the client was deleted. */
    name: string | null
    /** The user or API key that made the change. Null for the service itself and for commands. */
    by: string | null
    /** The IP address of `by`. Absent for changes by the user themselves, for commands, and if unknown. */
    by_address?: string | undefined
    /** The user agent of `by`. Absent if none was sent, and whenever `by_address` is. */
    by_user_agent?: string | null | undefined
    /** The system account that ran the command. Absent for requests. */
    by_os_user?: string | undefined
    /** The host on which the command ran. Absent for requests. */
    by_host?: string | undefined
  }
  /** A webhook was created. `user_id` is null. */
  'webhook.created': {
    /** A UUIDv7 (RFC 9562) in lower case. */
    webhook_id: string
    url: string
    event_types: string[]
    /** The user or API key that made the change. Null for the service itself and for commands. */
    by: string | null
    /** The IP address of `by`. Absent for changes by the user themselves, for commands, and if unknown. */
    by_address?: string | undefined
    /** The user agent of `by`. Absent if none was sent, and whenever `by_address` is. */
    by_user_agent?: string | null | undefined
    /** The system account that ran the command. Absent for requests. */
    by_os_user?: string | undefined
    /** The host on which the command ran. Absent for requests. */
    by_host?: string | undefined
  }
  /** The URL, events, secret or other fields of a webhook changed. `user_id` is null. */
  'webhook.updated': {
    /** A UUIDv7 (RFC 9562) in lower case. */
    webhook_id: string
    url: string
    event_types: string[]
    /** The names of the fields; `secret` after a rotation. */
    changed: string[]
    /** The user or API key that made the change. Null for the service itself and for commands. */
    by: string | null
    /** The IP address of `by`. Absent for changes by the user themselves, for commands, and if unknown. */
    by_address?: string | undefined
    /** The user agent of `by`. Absent if none was sent, and whenever `by_address` is. */
    by_user_agent?: string | null | undefined
    /** The system account that ran the command. Absent for requests. */
    by_os_user?: string | undefined
    /** The host on which the command ran. Absent for requests. */
    by_host?: string | undefined
  }
  /** A webhook was deleted. `user_id` is null. */
  'webhook.deleted': {
    /** A UUIDv7 (RFC 9562) in lower case. */
    webhook_id: string
    url: string
    /** The user or API key that made the change. Null for the service itself and for commands. */
    by: string | null
    /** The IP address of `by`. Absent for changes by the user themselves, for commands, and if unknown. */
    by_address?: string | undefined
    /** The user agent of `by`. Absent if none was sent, and whenever `by_address` is. */
    by_user_agent?: string | null | undefined
    /** The system account that ran the command. Absent for requests. */
    by_os_user?: string | undefined
    /** The host on which the command ran. Absent for requests. */
    by_host?: string | undefined
  }
  /** A webhook was disabled. `user_id` is null. */
  'webhook.disabled': {
    /** A UUIDv7 (RFC 9562) in lower case. */
    webhook_id: string
    url: string
    reason: 'requested' | 'gone' | 'failing'
    /** The system account that ran the command. Absent for requests. */
    by_os_user?: string | undefined
    /** The host on which the command ran. Absent for requests. */
    by_host?: string | undefined
  }
  /** A test event, sent only to one webhook. `user_id` is null. */
  'webhook.test': {
    /** A UUIDv7 (RFC 9562) in lower case. */
    webhook_id: string
    /** The user or API key that made the change. Null for the service itself and for commands. */
    by?: string | null | undefined
    /** The IP address of `by`. Absent for changes by the user themselves, for commands, and if unknown. */
    by_address?: string | undefined
    /** The user agent of `by`. Absent if none was sent, and whenever `by_address` is. */
    by_user_agent?: string | null | undefined
    /** The system account that ran the command. Absent for requests. */
    by_os_user?: string | undefined
    /** The host on which the command ran. Absent for requests. */
    by_host?: string | undefined
  }
  /** Failed deliveries, or deliveries to a webhook, were queued again. `user_id` is null. */
  'delivery.replayed': {
    /** The receiver, as in a failed delivery, or `webhook:` and an id. Null for all receivers. */
    sink: string | null
    /** The id of the failed delivery, or of the event for a webhook. Null for several deliveries. */
    delivery_id: string | null
    /** The number of deliveries, at most 1000. Further events report the rest. */
    replayed: number
    /** The user or API key that made the change. Null for the service itself and for commands. */
    by: string | null
    /** The IP address of `by`. Absent for changes by the user themselves, for commands, and if unknown. */
    by_address?: string | undefined
    /** The user agent of `by`. Absent if none was sent, and whenever `by_address` is. */
    by_user_agent?: string | null | undefined
    /** The system account that ran the command. Absent for requests. */
    by_os_user?: string | undefined
    /** The host on which the command ran. Absent for requests. */
    by_host?: string | undefined
  }
  /** An export of a list began. The event is stored before the first row is sent. `user_id` is null. */
  'export.began': {
    /** A UUIDv7 (RFC 9562) in lower case. */
    export_id: string
    /** The exported list. */
    list: 'users' | 'acts' | 'events'
    format: 'csv' | 'jsonl'
    /** The user or API key that made the change. Null for the service itself and for commands. */
    by: string | null
    /** The IP address of `by`. Absent for changes by the user themselves, for commands, and if unknown. */
    by_address?: string | undefined
    /** The user agent of `by`. Absent if none was sent, and whenever `by_address` is. */
    by_user_agent?: string | null | undefined
    /** The system account that ran the command. Absent for requests. */
    by_os_user?: string | undefined
    /** The host on which the command ran. Absent for requests. */
    by_host?: string | undefined
  }
  /** An export ended. `user_id` is null. */
  'export.ended': {
    /** A UUIDv7 (RFC 9562) in lower case. */
    export_id: string
    /** The exported list. */
    list: 'users' | 'acts' | 'events'
    format: 'csv' | 'jsonl'
    /** The number of rows sent. */
    rows: number
    /** False if the client disconnected early or an error ended the file. */
    complete: boolean
    /** The user or API key that made the change. Null for the service itself and for commands. */
    by: string | null
    /** The IP address of `by`. Absent for changes by the user themselves, for commands, and if unknown. */
    by_address?: string | undefined
    /** The user agent of `by`. Absent if none was sent, and whenever `by_address` is. */
    by_user_agent?: string | null | undefined
    /** The system account that ran the command. Absent for requests. */
    by_os_user?: string | undefined
    /** The host on which the command ran. Absent for requests. */
    by_host?: string | undefined
  }
  /** A backup, export or import began at the command line. `user_id` is null. */
  'command.began': {
    /** A UUIDv7 (RFC 9562) in lower case. */
    command_id: string
    command: 'backup' | 'restore' | 'export' | 'import'
    /** The path of the file. `-` means standard input or output. */
    file: string
    /** The user or API key that made the change. Null for the service itself and for commands. */
    by: string | null
    /** The IP address of `by`. Absent for changes by the user themselves, for commands, and if unknown. */
    by_address?: string | undefined
    /** The user agent of `by`. Absent if none was sent, and whenever `by_address` is. */
    by_user_agent?: string | null | undefined
    /** The system account that ran the command. Absent for requests. */
    by_os_user?: string | undefined
    /** The host on which the command ran. Absent for requests. */
    by_host?: string | undefined
  }
  /** A backup, restore, export or import at the command line ended. `user_id` is null. */
  'command.ended': {
    /** A UUIDv7 (RFC 9562) in lower case. */
    command_id: string
    command: 'backup' | 'restore' | 'export' | 'import'
    /** The path of the file. `-` means standard input or output. */
    file: string
    /** The number of rows written. Null if unknown. */
    rows: number | null
    /** False if the command failed or skipped rows. */
    complete: boolean
    /** The user or API key that made the change. Null for the service itself and for commands. */
    by: string | null
    /** The IP address of `by`. Absent for changes by the user themselves, for commands, and if unknown. */
    by_address?: string | undefined
    /** The user agent of `by`. Absent if none was sent, and whenever `by_address` is. */
    by_user_agent?: string | null | undefined
    /** The system account that ran the command. Absent for requests. */
    by_os_user?: string | undefined
    /** The host on which the command ran. Absent for requests. */
    by_host?: string | undefined
  }
  /** An operator started to wrap fast password hashes in argon2id (`latchkey users wrap-passwords`). `user_id` is null. */
  'password_wrapping.started': {
    /** The number of fast password hashes at that time. */
    waiting: number
    /** The user or API key that made the change. Null for the service itself and for commands. */
    by: string | null
    /** The IP address of `by`. Absent for changes by the user themselves, for commands, and if unknown. */
    by_address?: string | undefined
    /** The user agent of `by`. Absent if none was sent, and whenever `by_address` is. */
    by_user_agent?: string | null | undefined
    /** The system account that ran the command. Absent for requests. */
    by_os_user?: string | undefined
    /** The host on which the command ran. Absent for requests. */
    by_host?: string | undefined
  }
  /** The branding of the installation was changed. `user_id` is null. */
  'branding.updated': {
    /** The names of the changed fields, such as `color`, or `texts.email.invitation.subject.de` for a text. */
    changed: string[]
    /** The user or API key that made the change. Null for the service itself and for commands. */
    by: string | null
    /** The IP address of `by`. Absent for changes by the user themselves, for commands, and if unknown. */
    by_address?: string | undefined
    /** The user agent of `by`. Absent if none was sent, and whenever `by_address` is. */
    by_user_agent?: string | null | undefined
    /** The system account that ran the command. Absent for requests. */
    by_os_user?: string | undefined
    /** The host on which the command ran. Absent for requests. */
    by_host?: string | undefined
  }
  /** An admin sent a test email to themselves. `user_id` is null. */
  'email.tested': {
    outcome: 'accepted' | 'stored' | 'failed'
    /** The step that failed, as in the response to the request. */
    fault: string | null
    /** The user or API key that made the change. Null for the service itself and for commands. */
    by: string | null
    /** The IP address of `by`. Absent for changes by the user themselves, for commands, and if unknown. */
    by_address?: string | undefined
    /** The user agent of `by`. Absent if none was sent, and whenever `by_address` is. */
    by_user_agent?: string | null | undefined
    /** The system account that ran the command. Absent for requests. */
    by_os_user?: string | undefined
    /** The host on which the command ran. Absent for requests. */
    by_host?: string | undefined
  }
  /** An admin dismissed the setup checklist. `user_id` is null. */
  'setup_checklist.dismissed': {
    /** The user or API key that made the change. Null for the service itself and for commands. */
    by: string | null
    /** The IP address of `by`. Absent for changes by the user themselves, for commands, and if unknown. */
    by_address?: string | undefined
    /** The user agent of `by`. Absent if none was sent, and whenever `by_address` is. */
    by_user_agent?: string | null | undefined
    /** The system account that ran the command. Absent for requests. */
    by_os_user?: string | undefined
    /** The host on which the command ran. Absent for requests. */
    by_host?: string | undefined
  }
  /** A failed delivery was removed without being delivered. `user_id` is null. */
  'delivery.dropped': {
    /** The receiver, as in a failed delivery. */
    sink: string
    /** A UUIDv7 (RFC 9562) in lower case. */
    delivery_id: string
    /** The user or API key that made the change. Null for the service itself and for commands. */
    by: string | null
    /** The IP address of `by`. Absent for changes by the user themselves, for commands, and if unknown. */
    by_address?: string | undefined
    /** The user agent of `by`. Absent if none was sent, and whenever `by_address` is. */
    by_user_agent?: string | null | undefined
    /** The system account that ran the command. Absent for requests. */
    by_os_user?: string | undefined
    /** The host on which the command ran. Absent for requests. */
    by_host?: string | undefined
  }
  /** A signing key was published, began to sign, or was revoked. `user_id` is null. `by` is present if a caller of the API requested the change. */
  'keys.rotated': {
    /** The tokens that the keys sign. */
    purpose: 'access' | 'refresh' | 'id_token' | 'id_token_es256' | 'id_token_eddsa'
    /** The key that signs now. Null until the service creates one. */
    kid: string | null
    /** The key that is published and will sign next. */
    next_kid: string | null
    /** The revoked keys, whose tokens are rejected. */
    revoked: string[]
    /** The user or API key that made the change. Null for the service itself and for commands. */
    by?: string | null | undefined
    /** The IP address of `by`. Absent for changes by the user themselves, for commands, and if unknown. */
    by_address?: string | undefined
    /** The user agent of `by`. Absent if none was sent, and whenever `by_address` is. */
    by_user_agent?: string | null | undefined
    /** The system account that ran the command. Absent for requests. */
    by_os_user?: string | undefined
    /** The host on which the command ran. Absent for requests. */
    by_host?: string | undefined
  }
}

export interface CreateUserInput {
  /** ASCII letters, digits, `.`, `_` and `-`. Starts and ends with a letter or digit, and is not a UUID. Unique regardless of case; displayed as entered. */
  username: string
  /** One email address with a dot-atom local part and a domain name. Unique regardless of ASCII case; displayed as entered. */
  email: string
  /** 8 to 256 characters after Unicode NFC, of any kind. Common passwords, the username and the email address are rejected. */
  password: string
  /** The name of the user, in any script. */
  name?: string | undefined
  /** The language of email to the user (BCP 47), such as `de-AT`. Languages other than `en`, `de` and `fr` are stored, and email uses the default language of the service. */
  locale?: string | undefined
}

export interface User {
  /** A UUIDv7 (RFC 9562) in lower case. */
  id: string
  /** ASCII letters, digits, `.`, `_` and `-`. Starts and ends with a letter or digit, and is not a UUID. Unique regardless of case; displayed as entered. */
  username: string
  /** One email address with a dot-atom local part and a domain name. Unique regardless of ASCII case; displayed as entered. */
  email: string
  /** The name of the user, in any script. */
  name: string | null
  role: 'user' | 'admin'
  status: 'active' | 'suspended'
  /** Whether `status` is `active`. */
  is_active: boolean
  /** The language of email to the user (BCP 47), such as `de-AT`. Languages other than `en`, `de` and `fr` are stored, and email uses the default language of the service. */
  locale: string | null
  email_verified: boolean
  has_password: boolean
  /** An object with data of your own, at most 8 KiB of JSON. */
  metadata: Record<string, unknown>
  /** RFC 3339 in UTC with milliseconds. */
  created_at: string
  /** RFC 3339 in UTC with milliseconds. */
  updated_at: string
  /** RFC 3339 in UTC with milliseconds. */
  last_login_at: string | null
}

export interface GetUserByEmailInput {
  /** Percent-encoded. */
  email: string
}

export interface GetUserByUsernameInput {
  /** Percent-encoded. */
  username: string
}

export interface RemoveUserInput {
  /** The id of the user. */
  id: string
}

export interface DeletedUser {
  /** A UUIDv7 (RFC 9562) in lower case. */
  id: string
  deleted: true
}

export interface ListUsersInput {
  /** 50 if absent. */
  limit?: number | undefined
  /** The `next_cursor` of the previous page. */
  cursor?: string | undefined
  /** The beginning of the username or email address. */
  q?: string | undefined
  /** Any part of the username, email address or name, or a complete id. One or two characters match only the beginnings of words. Case, Unicode normalization and surrounding spaces are ignored. Can't be combined with `q` or `total`. */
  search?: string | undefined
  status?: 'active' | 'suspended' | undefined
  role?: 'user' | 'admin' | undefined
  /** RFC 3339 in UTC with milliseconds. */
  created_after?: string | undefined
  /** RFC 3339 in UTC with milliseconds. */
  created_before?: string | undefined
  /** Whether the email address is confirmed. */
  email_verified?: 'true' | 'false' | undefined
  /** Whether the user has an authenticator app or a passkey. */
  has_second_factor?: 'true' | 'false' | undefined
  /** `false`: users who have never signed in. */
  has_logged_in?: 'true' | 'false' | undefined
  /** The sort order; `-` means descending. A cursor is valid only with the order of its page. */
  sort?: 'created_at' | '-created_at' | 'username' | '-username' | undefined
  /** Adds `total`, counted up to 10,000 among at most 50,000 users. */
  total?: 'true' | 'false' | undefined
}

export interface UserList {
  data: User[]
  next_cursor: string | null
  /** The `cursor` of the previous page. Null on the first page and on an empty page. */
  previous_cursor: string | null
  total?: number | undefined
  /** Whether counting stopped at a limit, so that there can be more. */
  total_is_capped?: boolean | undefined
  /** True while non-ASCII names are being indexed after an upgrade or a large import: matches of `search` can be missing. Otherwise absent. */
  search_is_partial?: boolean | undefined
}

export interface AddUserInput {
  /** The name of the user, in any script. */
  name: string
  /** One email address with a dot-atom local part and a domain name. Unique regardless of ASCII case; displayed as entered. */
  email: string
  /** ASCII letters, digits, `.`, `_` and `-`. Starts and ends with a letter or digit, and is not a UUID. Unique regardless of case; displayed as entered. */
  username?: string | undefined
  /** 8 to 256 characters after Unicode NFC, of any kind. Common passwords, the username and the email address are rejected. */
  password?: string | undefined
  role?: 'user' | 'admin' | undefined
  /** The language of email to the user (BCP 47), such as `de-AT`. Languages other than `en`, `de` and `fr` are stored, and email uses the default language of the service. */
  locale?: string | undefined
  /** An object with data of your own, at most 8 KiB of JSON. */
  metadata?: Record<string, unknown> | undefined
}

export interface GetUserInput {
  /** The id of the user. */
  id: string
}

export interface UpdateUserInput {
  /** The id of the user. */
  id: string
  /** The name of the user, in any script. */
  name?: string | null | undefined
  /** ASCII letters, digits, `.`, `_` and `-`. Starts and ends with a letter or digit, and is not a UUID. Unique regardless of case; displayed as entered. */
  username?: string | undefined
  /** One email address with a dot-atom local part and a domain name. Unique regardless of ASCII case; displayed as entered. */
  email?: string | undefined
  role?: 'user' | 'admin' | undefined
  status?: 'active' | 'suspended' | undefined
  /** Why the user is suspended, shown to admins. Valid with `status` `suspended`, or for a user who is already suspended. */
  suspension_reason?: string | null | undefined
  /** The language of email to the user (BCP 47), such as `de-AT`. Languages other than `en`, `de` and `fr` are stored, and email uses the default language of the service. */
  locale?: string | null | undefined
  /** An object with data of your own, at most 8 KiB of JSON. */
  metadata?: Record<string, unknown> | undefined
}

export interface InviteUserInput {
  /** The id of the user. */
  id: string
}

export interface DeleteUserInput {
  /** The id of the user. */
  id: string
}

export interface ChangeUsersInput {
  action: 'suspend' | 'restore' | 'end_sessions' | 'send_password_reset' | 'invite' | 'confirm_email' | 'make_admin' | 'make_user' | 'delete'
  ids: string[]
  /** Why the user is suspended, shown to admins. Valid with `status` `suspended`, or for a user who is already suspended. */
  suspension_reason?: string | undefined
}

export interface UserChangeResults {
  /** In the order of `ids`. */
  results: ({
    /** The id as you sent it. */
    id: string
    /** Null on success. */
    failure: 'user_not_found' | 'forbidden' | 'last_admin' | 'user_suspended' | 'user_has_password' | 'reauthentication_required' | null
  })[]
}

export interface ImportUsersInput {
  users: (Record<string, unknown>)[]
  /** Sends an email with a link to set a password to each user created without one. */
  invite?: boolean | undefined
  /** Accepts password hashes with fewer than 10,000 rounds of MD5 or SHA, such as `{SSHA}`, `$1$` and `$P$`, and stores them inside argon2id. Nodes of an earlier version can't check these passwords. */
  fast_hashes?: boolean | undefined
  /** Creates users without a password if their password hash isn't accepted. Each of them sets a password through an invitation or a password reset link. */
  without_unusable_hashes?: boolean | undefined
  /** Returns what would happen, and changes nothing. */
  dry_run?: boolean | undefined
}

export interface ImportedRow {
  /** `made`: a user was created, or would be with `dry_run`. `exists`: a user has this id or email address and is not changed. */
  outcome: 'made' | 'exists' | 'refused'
  /** The user who was created or exists. Null for an existing user without `users:read`. */
  user_id: string | null
  /** The username. Null for a refused row, and for an existing user without `users:read`. */
  username: string | null
  /** `repeated_row`: an earlier row has the same id, email address or username. `email_taken`: a user who recently had this address can still recover it. `deleted_here`: a user with this id or address was deleted. `forbidden`: the role has more rights than the caller. */
  refusal: 'invalid_row' | 'repeated_row' | 'username_taken' | 'email_taken' | 'deleted_here' | 'forbidden' | null
  /** The errors of an `invalid_row`. */
  errors: ({
    pointer: string
    code: string
    detail: string
  })[]
  /** Fields that can't be stored, such as a name with a line break. The user is created without them. */
  left_out: ({
    pointer: string
    code: string
    detail: string
  })[]
}

export interface UserImportResults {
  /** In the order of the rows. */
  results: ImportedRow[]
}

export interface GetLoginStateInput {
  /** The id of the user. */
  id: string
}

export interface LoginState {
  suspension: {
    /** Null if an older version suspended the user. */
    at: string | null
    /** The reason entered with the suspension. */
    reason: string | null
    /** The user or API key that suspended the user or entered the current reason. Null for the command line. */
    by: string | null
    /** The current username, or the name of the API key. Null once it is deleted. */
    by_name: string | null
  } | null
  /** `temporary`: must be changed at the next sign-in. */
  password: 'none' | 'set' | 'temporary' | 'temporary_expired'
  /** RFC 3339 in UTC with milliseconds. */
  temporary_until: string | null
  /** Since when the authentication service has not confirmed that sessions of this user have ended (`Latchkey-Sessions: pending`). Null when all have ended everywhere. */
  sessions_pending_since: string | null
}

export interface ConfirmEmailInput {
  /** The id of the user. */
  id: string
  /** One email address with a dot-atom local part and a domain name. Unique regardless of ASCII case; displayed as entered. */
  email: string
}

export interface SendPasswordResetInput {
  /** The id of the user. */
  id: string
}

export interface SetTemporaryPasswordInput {
  /** The id of the user. */
  id: string
}

export interface TemporaryPassword {
  /** Shown only in this response. */
  temporary_password: string
  /** RFC 3339 in UTC with milliseconds. */
  expires_at: string
}

export interface ListUserHistoryInput {
  /** The id of the user. */
  id: string
  /** 50 if absent. */
  limit?: number | undefined
  /** The `next_cursor` of the previous page. */
  cursor?: string | undefined
}

export interface HistoryEntry {
  /** The id of the event. */
  id: string
  /** The type of the event. */
  type: string
  /** RFC 3339 in UTC with milliseconds. */
  timestamp: string
  /** The user or API key that acted, if the event names one. Null for a sign-in, the command line and the service itself. */
  by: string | null
  /** The current username, or the name of the API key. Null once it is deleted. */
  by_name: string | null
  /** The IP address of the request. */
  address: string | null
  /** The device, by its name or user agent. */
  device_name: string | null
  user_agent: string | null
  /** The reason that `by` entered. */
  reason: string | null
  /** The data of the event. */
  data: Record<string, unknown>
}

export interface UserHistory {
  data: HistoryEntry[]
  next_cursor: string | null
}

export interface ListUserLinksInput {
  /** The id of the user. */
  id: string
}

export interface UserLink {
  /** What the link is for. */
  purpose: 'verify_email' | 'change_email' | 'reset_password' | 'invitation' | 'take_back'
  /** The email address that the link was sent to and is valid for. */
  email: string
  /** True if the link was shown to an admin and wasn't sent. */
  is_shown: boolean
  /** RFC 3339 in UTC with milliseconds. */
  made_at: string
  /** RFC 3339 in UTC with milliseconds. */
  expires_at: string
}

export interface UserLinkList {
  data: UserLink[]
}

export interface ListUserMailsInput {
  /** The id of the user. */
  id: string
}

export interface UserMail {
  /** The id of the delivery, and of its dead letter. */
  id: string
  /** What the email is about. */
  kind: string
  /** `waiting`: it will be retried. `given_up`: it is no longer retried. */
  state: 'waiting' | 'given_up'
  /** The number of attempts. */
  attempts: number
  /** Why the last attempt failed. */
  last_error: string | null
  /** RFC 3339 in UTC with milliseconds. */
  queued_at: string
  /** RFC 3339 in UTC with milliseconds. */
  given_up_at: string | null
}

export interface UserMailList {
  data: UserMail[]
}

export interface ListUserNotificationsInput {
  /** The id of the user. */
  id: string
  /** 50 if absent. */
  limit?: number | undefined
  /** The `next_cursor` of the previous page. */
  cursor?: string | undefined
}

export interface UserNotification {
  /** A UUIDv7 (RFC 9562) in lower case. */
  id: string
  /** The type, for programs: lower-case words separated by dots. */
  type: string
  /** One line of text for the user. */
  title: string
  /** RFC 3339 in UTC with milliseconds. */
  created_at: string
  /** RFC 3339 in UTC with milliseconds. */
  read_at: string | null
}

export interface UserNotificationList {
  data: UserNotification[]
  next_cursor: string | null
}

export interface MakeResetLinkInput {
  /** The id of the user. */
  id: string
}

export interface ResetLink {
  /** Shown only in this response. */
  link: string
  /** RFC 3339 in UTC with milliseconds. */
  expires_at: string
}

export interface GetFactorsInput {
  /** The id of the user. */
  id: string
}

export interface Factors {
  totp: {
    /** RFC 3339 in UTC with milliseconds. */
    added_at: string
    /** RFC 3339 in UTC with milliseconds. */
    last_used_at: string
  } | null
  recovery_codes: {
    /** The number of unused codes. */
    left: number
    /** RFC 3339 in UTC with milliseconds. */
    made_at: string
  } | null
  /** Whether the next sign-in requires a second factor. */
  is_required_at_login: boolean
}

export interface EnrolTotpInput {
  /** The id of the user. */
  id: string
}

export interface TotpEnrolment {
  /** The shared secret in base32 (RFC 4648), for manual entry. */
  secret: string
  /** The `otpauth://totp/…` URI for authenticator apps. */
  uri: string
  /** The URI as a QR code: an SVG image to show inline. */
  qr_code: string
  /** Seconds until the app must be confirmed. */
  expires_in: number
}

export interface ConfirmTotpInput {
  /** The id of the user. */
  id: string
  /** The current six digits of an authenticator app (TOTP, RFC 6238). */
  code: string
}

export interface ConfirmedTotp {
  /** Ten codes, each valid for one sign-in. Shown only in this response. */
  recovery_codes?: string[] | undefined
}

export interface RemoveTotpInput {
  /** The id of the user. */
  id: string
}

export interface MakeRecoveryCodesInput {
  /** The id of the user. */
  id: string
}

export interface MadeRecoveryCodes {
  /** Ten codes, each valid for one sign-in. Shown only in this response. */
  recovery_codes: string[]
}

export interface ResetFactorsInput {
  /** The id of the user. */
  id: string
}

export interface ListPasskeysInput {
  /** The id of the user. */
  id: string
}

export interface Passkey {
  /** A UUIDv7 (RFC 9562) in lower case. */
  id: string
  /** The name of the passkey in the list of its user. */
  name: string
  /** Whether the passkey can be synced to other devices of its user, as password managers do. */
  is_synced: boolean
  /** Whether the passkey is rejected because its counter went backwards, which indicates a copy. Remove it and add another. */
  is_refused: boolean
  /** RFC 3339 in UTC with milliseconds. */
  added_at: string
  /** Accurate to the day. */
  last_used_at: string | null
}

export interface PasskeyList {
  data: Passkey[]
}

export interface BeginPasskeyInput {
  /** The id of the user. */
  id: string
}

export interface PasskeyCreationOptions {
  /** Random bytes in base64url. Valid once, for five minutes. */
  challenge: string
  rp: {
    id: string
    name: string
  }
  user: {
    /** The user handle: the 16 bytes of the user’s id, base64url. */
    id: string
    name: string
    displayName: string
  }
  pubKeyCredParams: ({
    type: 'public-key'
    alg: number
  })[]
  /** Milliseconds. */
  timeout: number
  /** The passkeys of the user. An authenticator that has one of them creates no second. */
  excludeCredentials: ({
    type: 'public-key'
    /** The id of the credential, base64url. */
    id: string
    transports: string[]
  })[]
  authenticatorSelection: {
    residentKey: 'required'
    requireResidentKey: true
    userVerification: 'required'
  }
  attestation: 'none'
}

export interface PasskeyCreation {
  /** The options of `navigator.credentials.create()`, for `PublicKeyCredential.parseCreationOptionsFromJSON()`. */
  public_key: PasskeyCreationOptions
  /** Seconds until the challenge expires. */
  expires_in: number
}

export interface PasskeyAttestation {
  /** The id of the credential, base64url. */
  id: string
  /** The id of the credential, base64url. */
  rawId: string
  type: 'public-key'
  response: {
    /** The client data that the browser signed over, as JSON in base64url. */
    clientDataJSON: string
    /** CBOR in base64url. */
    attestationObject: string
    transports?: string[] | undefined
  }
}

export interface AddPasskeyInput {
  /** The id of the user. */
  id: string
  /** The result of `navigator.credentials.create()`, as returned by its `toJSON()` (WebAuthn Level 3). */
  credential: PasskeyAttestation
  /** The name of the passkey in the list of its user. */
  name?: string | undefined
}

export interface AddedPasskey {
  passkey: Passkey
  /** Ten codes, each valid for one sign-in. Shown only in this response. */
  recovery_codes?: string[] | undefined
}

export interface RenamePasskeyInput {
  /** The id of the user. */
  id: string
  /** The id of the passkey. */
  passkey_id: string
  /** The name of the passkey in the list of its user. */
  name: string
}

export interface RemovePasskeyInput {
  /** The id of the user. */
  id: string
  /** The id of the passkey. */
  passkey_id: string
}

export interface ListIdentitiesInput {
  /** The id of the user. */
  id: string
}

export interface Identity {
  /** A UUIDv7 (RFC 9562) in lower case. */
  id: string
  /** The name of the provider in the settings, such as `google`. */
  provider: string
  /** The issuer of the provider (OpenID Connect), or its URL. */
  issuer: string
  /** The id of the user at the provider, which is never reused there. */
  subject: string
  /** The email address from the provider. It isn't used to find a user. */
  email: string | null
  /** RFC 3339 in UTC with milliseconds. */
  added_at: string
  /** Accurate to the day. */
  last_used_at: string | null
}

export interface IdentityList {
  data: Identity[]
}

export interface RemoveIdentityInput {
  /** The id of the user. */
  id: string
  /** The id of the identity. */
  identity_id: string
}

export interface CreateApiKeyInput {
  /** What the key is used for. */
  name: string
  /** The scopes of the key. Its creator must have each of them. */
  scopes: ('users:read' | 'users:write' | 'users:delete' | 'sessions:read' | 'sessions:revoke' | 'keys:write' | 'events:read' | 'events:write' | 'webhooks:write' | 'clients:write' | 'system:read' | 'system:write')[]
  /** Default: in 90 days. Maximum: in two years. */
  expires_at?: string | undefined
}

export interface CreatedApiKey {
  /** A UUIDv7 (RFC 9562) in lower case. */
  id: string
  /** What the key is used for. */
  name: string
  /** The scopes of the key. Its creator must have each of them. */
  scopes: ('users:read' | 'users:write' | 'users:delete' | 'sessions:read' | 'sessions:revoke' | 'keys:write' | 'events:read' | 'events:write' | 'webhooks:write' | 'clients:write' | 'system:read' | 'system:write')[]
  /** The user or API key that created it. Null for the command line. */
  created_by: string | null
  /** RFC 3339 in UTC with milliseconds. */
  created_at: string
  /** RFC 3339 in UTC with milliseconds. */
  expires_at: string
  /** RFC 3339 in UTC with milliseconds. */
  last_used_at: string | null
  /** RFC 3339 in UTC with milliseconds. */
  revoked_at: string | null
  /** `lk_` and 49 letters and digits. Send it as a bearer token. */
  key: string
}

export interface ListApiKeysInput {
  /** 50 if absent. */
  limit?: number | undefined
  /** The `next_cursor` of the previous page. */
  cursor?: string | undefined
  /** Only keys created by this user or API key. */
  created_by?: string | undefined
}

export interface ApiKey {
  /** A UUIDv7 (RFC 9562) in lower case. */
  id: string
  /** What the key is used for. */
  name: string
  /** The scopes of the key. Its creator must have each of them. */
  scopes: ('users:read' | 'users:write' | 'users:delete' | 'sessions:read' | 'sessions:revoke' | 'keys:write' | 'events:read' | 'events:write' | 'webhooks:write' | 'clients:write' | 'system:read' | 'system:write')[]
  /** The user or API key that created it. Null for the command line. */
  created_by: string | null
  /** RFC 3339 in UTC with milliseconds. */
  created_at: string
  /** RFC 3339 in UTC with milliseconds. */
  expires_at: string
  /** RFC 3339 in UTC with milliseconds. */
  last_used_at: string | null
  /** RFC 3339 in UTC with milliseconds. */
  revoked_at: string | null
}

export interface ApiKeyList {
  data: ApiKey[]
  next_cursor: string | null
}

export interface RevokeApiKeyInput {
  /** The id of the key, not the key itself. */
  id: string
}

export interface CreateNotificationInput {
  /** The user to notify. */
  user_id: string
  /** The type, for programs: lower-case words separated by dots. */
  type: string
  /** One line of text for the user. */
  title: string
  /** Plain text. */
  body?: string | undefined
  /** Data for the application that shows the notification, at most 4 KiB of JSON. */
  data?: Record<string, unknown> | undefined
}

export interface CreatedNotification {
  /** A UUIDv7 (RFC 9562) in lower case. */
  id: string
  /** A UUIDv7 (RFC 9562) in lower case. */
  user_id: string
  /** The type, for programs: lower-case words separated by dots. */
  type: string
  /** One line of text for the user. */
  title: string
  /** Plain text. */
  body: string | null
  /** Data for the application that shows the notification, at most 4 KiB of JSON. */
  data: Record<string, unknown>
  /** RFC 3339 in UTC with milliseconds. */
  created_at: string
  /** RFC 3339 in UTC with milliseconds. */
  read_at: string | null
  /** The channels of delivery. Empty if the user wants none for this type; then the notification is not stored. */
  channels: ('in_app' | 'email')[]
}

export interface ListNotificationsInput {
  /** 50 if absent. */
  limit?: number | undefined
  /** The `next_cursor` of the previous page. */
  cursor?: string | undefined
  /** `true`: only unread notifications. */
  unread?: 'true' | 'false' | undefined
}

export interface Notification {
  /** A UUIDv7 (RFC 9562) in lower case. */
  id: string
  /** A UUIDv7 (RFC 9562) in lower case. */
  user_id: string
  /** The type, for programs: lower-case words separated by dots. */
  type: string
  /** One line of text for the user. */
  title: string
  /** Plain text. */
  body: string | null
  /** Data for the application that shows the notification, at most 4 KiB of JSON. */
  data: Record<string, unknown>
  /** RFC 3339 in UTC with milliseconds. */
  created_at: string
  /** RFC 3339 in UTC with milliseconds. */
  read_at: string | null
}

export interface NotificationList {
  data: Notification[]
  next_cursor: string | null
  /** The number of unread notifications on all pages. */
  unread_count: number
  /** Pass it as `after` to a stream to get what follows this list. */
  position: string
}

export interface UpdateNotificationInput {
  /** The id of the notification. */
  id: string
  read: boolean
}

export interface ReadNotifications {
  /** The number of notifications that were unread. */
  read: number
}

export interface NotificationPreference {
  channel: 'in_app' | 'email'
  /** A type of notification. `*` covers all types that no other entry names. */
  type: string
  enabled: boolean
}

export interface NotificationPreferences {
  preferences: NotificationPreference[]
}

export interface ReplaceNotificationPreferencesInput {
  preferences: NotificationPreference[]
}

export interface DeleteNotificationInput {
  /** The id of the notification. */
  id: string
}

export interface ListEventsInput {
  /** 50 if absent. */
  limit?: number | undefined
  /** A `next_cursor`, a `position`, or the `id` of an event on the stream. Starts with the oldest event if absent. */
  cursor?: string | undefined
  /** Only events of these types, comma-separated. */
  type?: string | undefined
  /** Only events about this user. */
  user_id?: string | undefined
}

export interface Event {
  /** A UUIDv7 (RFC 9562) in lower case. */
  id: string
  /** A type of the catalog. Later versions can add types. */
  type: string
  /** RFC 3339 in UTC with milliseconds. */
  timestamp: string
  /** The user that the event is about. */
  user_id: string | null
  /** Data by type; see the catalog. */
  data: Record<string, unknown>
}

export interface EventList {
  data: Event[]
  next_cursor: string | null
  /** The position at the end of this page. Events after it are new. */
  position: string
}

export interface Backlog {
  /** The receiver, as in a failed delivery. */
  sink: string
  /** The number of queued deliveries, including those waiting for a retry. */
  waiting: number
  /** How many of these failed at least once and will be retried. */
  failing: number
  /** The number of failed deliveries. */
  dead_letters: number
  /** How long the oldest delivery has been due. It grows when deliveries stop or are too slow. */
  overdue_seconds: number
}

export interface BacklogList {
  data: Backlog[]
}

export interface ListDeadLettersInput {
  /** 50 if absent. */
  limit?: number | undefined
  /** The `next_cursor` of the previous page. */
  cursor?: string | undefined
}

export interface DeadLetter {
  /** A UUIDv7 (RFC 9562) in lower case. */
  id: string
  /** The receiver of the delivery. */
  sink: string
  type: string
  /** What the delivery is about: for most sinks, the id of a user. */
  subject: string
  attempts: number
  /** The error of the last attempt. */
  last_error: string
  /** RFC 3339 in UTC with milliseconds. */
  queued_at: string
  /** RFC 3339 in UTC with milliseconds. */
  given_up_at: string
}

export interface DeadLetterList {
  data: DeadLetter[]
  next_cursor: string | null
}

export interface ReplayDeadLettersInput {
  /** Only deliveries to this sink. */
  sink?: string | undefined
}

export interface ReplayedDeadLetters {
  /** The number of deliveries queued again. */
  replayed: number
}

export interface ReplayDeadLetterInput {
  /** The id of the failed delivery. */
  id: string
}

export interface DropDeadLetterInput {
  /** The id of the failed delivery. */
  id: string
}

export interface ListActsInput {
  /** 50 if absent. */
  limit?: number | undefined
  /** The `next_cursor` of the previous page. */
  cursor?: string | undefined
  /** Only actions of this user or API key. */
  by?: string | undefined
  /** Only actions on this user. */
  user_id?: string | undefined
  /** Only actions of this type. */
  type?: string | undefined
  /** Only actions at or after this time. */
  since?: string | undefined
  /** Only actions before this time. */
  until?: string | undefined
}

export interface Act {
  /** The id of the action's event. */
  id: string
  /** The type of that event. */
  type: string
  /** RFC 3339 in UTC with milliseconds. */
  timestamp: string
  /** The user or API key that acted. Null for the command line and the service itself. */
  by: string | null
  /** The current username, or the name of the API key. Null once it is deleted. */
  by_name: string | null
  /** The user affected. Null if no user is. */
  user_id: string | null
  /** The current username. Null once the user is deleted. */
  user_name: string | null
  /** The IP address from which `by` acted. Null for the command line, and once `by` is deleted. */
  address: string | null
  /** The user agent of `by`, if one was sent. */
  user_agent: string | null
  /** The reason that `by` entered. Null without one, and once the user is deleted. */
  reason: string | null
  /** Ids, counts and keywords from the event. New names and addresses are only in the event itself. For a command, also `os_user` and `host` (the operating system account and the machine) and its `file`. */
  details: Record<string, unknown>
}

export interface ActList {
  data: Act[]
  next_cursor: string | null
}

export interface ExportUsersInput {
  /** `csv`: RFC 4180 in UTF-8 with a header line; an apostrophe precedes values that a spreadsheet would read as a formula. `jsonl`: one JSON object on each line, as in the list. */
  format: 'csv' | 'jsonl'
  /** The beginning of the username or email address. */
  q?: string | undefined
  /** Any part of the username, email address or name, or a complete id. One or two characters match only the beginnings of words. Case, Unicode normalization and surrounding spaces are ignored. Can't be combined with `q` or `total`. */
  search?: string | undefined
  status?: 'active' | 'suspended' | undefined
  role?: 'user' | 'admin' | undefined
  /** RFC 3339 in UTC with milliseconds. */
  created_after?: string | undefined
  /** RFC 3339 in UTC with milliseconds. */
  created_before?: string | undefined
  /** Whether the email address is confirmed. */
  email_verified?: 'true' | 'false' | undefined
  /** Whether the user has an authenticator app or a passkey. */
  has_second_factor?: 'true' | 'false' | undefined
  /** `false`: users who have never signed in. */
  has_logged_in?: 'true' | 'false' | undefined
  /** The sort order; `-` means descending. A cursor is valid only with the order of its page. */
  sort?: 'created_at' | '-created_at' | 'username' | '-username' | undefined
}

export interface ExportActsInput {
  /** `csv`: RFC 4180 in UTF-8 with a header line; an apostrophe precedes values that a spreadsheet would read as a formula. `jsonl`: one JSON object on each line, as in the list. */
  format: 'csv' | 'jsonl'
  /** Only actions of this user or API key. */
  by?: string | undefined
  /** Only actions on this user. */
  user_id?: string | undefined
  /** Only actions of this type. */
  type?: string | undefined
  /** Only actions at or after this time. */
  since?: string | undefined
  /** Only actions before this time. */
  until?: string | undefined
}

export interface ExportEventsInput {
  /** `csv`: RFC 4180 in UTF-8 with a header line; an apostrophe precedes values that a spreadsheet would read as a formula. `jsonl`: one JSON object on each line, as in the list. */
  format: 'csv' | 'jsonl'
  /** Only events of these types, comma-separated. */
  type?: string | undefined
  /** Only events about this user. */
  user_id?: string | undefined
}

export interface CreateWebhookInput {
  /** An https URL in printable ASCII (international hosts as A-labels, everything else percent-encoded). Its host must resolve to public IP addresses only, now and at each delivery, unless `LATCHKEY_WEBHOOK_PRIVATE_TARGETS` is `allow`. */
  url: string
  /** The event types to send. `*` means all, including types added by later versions. */
  event_types?: ('*' | 'user.created' | 'user.updated' | 'user.deleted' | 'user.suspended' | 'user.restored' | 'user.unlocked' | 'user.invited' | 'user.sessions_ended' | 'user.password_reset_sent' | 'user.password_reset_shown' | 'user.password_changed' | 'user.secured' | 'user.passkey_added' | 'user.passkey_removed' | 'user.passkey_suspect' | 'user.identity_linked' | 'user.identity_unlinked' | 'user.email_verified' | 'user.email_change_requested' | 'user.email_changed' | 'user.factor_added' | 'user.factor_removed' | 'user.recovery_codes_made' | 'user.recovery_code_used' | 'user.factors_reset' | 'notification.created' | 'session.created' | 'session.stepped_up' | 'session.ended' | 'session.all_ended' | 'login.failed' | 'login.second_factor_failed' | 'device.remembered' | 'device.forgotten' | 'api_key.created' | 'api_key.revoked' | 'client.created' | 'client.updated' | 'client.deleted' | 'client.secret_created' | 'client.secret_revoked' | 'grant.revoked' | 'webhook.created' | 'webhook.updated' | 'webhook.deleted' | 'webhook.disabled' | 'webhook.test' | 'delivery.replayed' | 'export.began' | 'export.ended' | 'command.began' | 'command.ended' | 'password_wrapping.started' | 'branding.updated' | 'email.tested' | 'setup_checklist.dismissed' | 'delivery.dropped' | 'keys.rotated')[] | undefined
  /** What the webhook is used for. */
  description?: string | null | undefined
}

export interface WebhookWithSecret {
  /** A UUIDv7 (RFC 9562) in lower case. */
  id: string
  /** An https URL in printable ASCII (international hosts as A-labels, everything else percent-encoded). Its host must resolve to public IP addresses only, now and at each delivery, unless `LATCHKEY_WEBHOOK_PRIVATE_TARGETS` is `allow`. */
  url: string
  /** The event types to send. `*` means all, including types added by later versions. */
  event_types: ('*' | 'user.created' | 'user.updated' | 'user.deleted' | 'user.suspended' | 'user.restored' | 'user.unlocked' | 'user.invited' | 'user.sessions_ended' | 'user.password_reset_sent' | 'user.password_reset_shown' | 'user.password_changed' | 'user.secured' | 'user.passkey_added' | 'user.passkey_removed' | 'user.passkey_suspect' | 'user.identity_linked' | 'user.identity_unlinked' | 'user.email_verified' | 'user.email_change_requested' | 'user.email_changed' | 'user.factor_added' | 'user.factor_removed' | 'user.recovery_codes_made' | 'user.recovery_code_used' | 'user.factors_reset' | 'notification.created' | 'session.created' | 'session.stepped_up' | 'session.ended' | 'session.all_ended' | 'login.failed' | 'login.second_factor_failed' | 'device.remembered' | 'device.forgotten' | 'api_key.created' | 'api_key.revoked' | 'client.created' | 'client.updated' | 'client.deleted' | 'client.secret_created' | 'client.secret_revoked' | 'grant.revoked' | 'webhook.created' | 'webhook.updated' | 'webhook.deleted' | 'webhook.disabled' | 'webhook.test' | 'delivery.replayed' | 'export.began' | 'export.ended' | 'command.began' | 'command.ended' | 'password_wrapping.started' | 'branding.updated' | 'email.tested' | 'setup_checklist.dismissed' | 'delivery.dropped' | 'keys.rotated')[]
  /** What the webhook is used for. */
  description: string | null
  /** A disabled webhook gets no new deliveries; those already queued keep waiting. */
  enabled: boolean
  /** `gone`: it responded with 410. `failing`: no delivery succeeded for three days. */
  disabled_reason: 'requested' | 'gone' | 'failing' | null
  /** Since when deliveries fail. Null if the last one succeeded. */
  failing_since: string | null
  /** Until then, deliveries are also signed with the previous secret. */
  former_secret_until: string | null
  /** The user or API key that created it. Null for the command line. */
  created_by: string | null
  /** RFC 3339 in UTC with milliseconds. */
  created_at: string
  /** RFC 3339 in UTC with milliseconds. */
  updated_at: string
  /** The secret that signs deliveries: `whsec_` and 32 bytes in base64. */
  secret: string
}

export interface ListWebhooksInput {
  /** 50 if absent. */
  limit?: number | undefined
  /** The `next_cursor` of the previous page. */
  cursor?: string | undefined
}

export interface Webhook {
  /** A UUIDv7 (RFC 9562) in lower case. */
  id: string
  /** An https URL in printable ASCII (international hosts as A-labels, everything else percent-encoded). Its host must resolve to public IP addresses only, now and at each delivery, unless `LATCHKEY_WEBHOOK_PRIVATE_TARGETS` is `allow`. */
  url: string
  /** The event types to send. `*` means all, including types added by later versions. */
  event_types: ('*' | 'user.created' | 'user.updated' | 'user.deleted' | 'user.suspended' | 'user.restored' | 'user.unlocked' | 'user.invited' | 'user.sessions_ended' | 'user.password_reset_sent' | 'user.password_reset_shown' | 'user.password_changed' | 'user.secured' | 'user.passkey_added' | 'user.passkey_removed' | 'user.passkey_suspect' | 'user.identity_linked' | 'user.identity_unlinked' | 'user.email_verified' | 'user.email_change_requested' | 'user.email_changed' | 'user.factor_added' | 'user.factor_removed' | 'user.recovery_codes_made' | 'user.recovery_code_used' | 'user.factors_reset' | 'notification.created' | 'session.created' | 'session.stepped_up' | 'session.ended' | 'session.all_ended' | 'login.failed' | 'login.second_factor_failed' | 'device.remembered' | 'device.forgotten' | 'api_key.created' | 'api_key.revoked' | 'client.created' | 'client.updated' | 'client.deleted' | 'client.secret_created' | 'client.secret_revoked' | 'grant.revoked' | 'webhook.created' | 'webhook.updated' | 'webhook.deleted' | 'webhook.disabled' | 'webhook.test' | 'delivery.replayed' | 'export.began' | 'export.ended' | 'command.began' | 'command.ended' | 'password_wrapping.started' | 'branding.updated' | 'email.tested' | 'setup_checklist.dismissed' | 'delivery.dropped' | 'keys.rotated')[]
  /** What the webhook is used for. */
  description: string | null
  /** A disabled webhook gets no new deliveries; those already queued keep waiting. */
  enabled: boolean
  /** `gone`: it responded with 410. `failing`: no delivery succeeded for three days. */
  disabled_reason: 'requested' | 'gone' | 'failing' | null
  /** Since when deliveries fail. Null if the last one succeeded. */
  failing_since: string | null
  /** Until then, deliveries are also signed with the previous secret. */
  former_secret_until: string | null
  /** The user or API key that created it. Null for the command line. */
  created_by: string | null
  /** RFC 3339 in UTC with milliseconds. */
  created_at: string
  /** RFC 3339 in UTC with milliseconds. */
  updated_at: string
}

export interface WebhookList {
  data: Webhook[]
  next_cursor: string | null
}

export interface GetWebhookInput {
  /** The id of the webhook. */
  id: string
}

export interface UpdateWebhookInput {
  /** The id of the webhook. */
  id: string
  /** An https URL in printable ASCII (international hosts as A-labels, everything else percent-encoded). Its host must resolve to public IP addresses only, now and at each delivery, unless `LATCHKEY_WEBHOOK_PRIVATE_TARGETS` is `allow`. */
  url?: string | undefined
  /** The event types to send. `*` means all, including types added by later versions. */
  event_types?: ('*' | 'user.created' | 'user.updated' | 'user.deleted' | 'user.suspended' | 'user.restored' | 'user.unlocked' | 'user.invited' | 'user.sessions_ended' | 'user.password_reset_sent' | 'user.password_reset_shown' | 'user.password_changed' | 'user.secured' | 'user.passkey_added' | 'user.passkey_removed' | 'user.passkey_suspect' | 'user.identity_linked' | 'user.identity_unlinked' | 'user.email_verified' | 'user.email_change_requested' | 'user.email_changed' | 'user.factor_added' | 'user.factor_removed' | 'user.recovery_codes_made' | 'user.recovery_code_used' | 'user.factors_reset' | 'notification.created' | 'session.created' | 'session.stepped_up' | 'session.ended' | 'session.all_ended' | 'login.failed' | 'login.second_factor_failed' | 'device.remembered' | 'device.forgotten' | 'api_key.created' | 'api_key.revoked' | 'client.created' | 'client.updated' | 'client.deleted' | 'client.secret_created' | 'client.secret_revoked' | 'grant.revoked' | 'webhook.created' | 'webhook.updated' | 'webhook.deleted' | 'webhook.disabled' | 'webhook.test' | 'delivery.replayed' | 'export.began' | 'export.ended' | 'command.began' | 'command.ended' | 'password_wrapping.started' | 'branding.updated' | 'email.tested' | 'setup_checklist.dismissed' | 'delivery.dropped' | 'keys.rotated')[] | undefined
  /** What the webhook is used for. */
  description?: string | null | undefined
  enabled?: boolean | undefined
}

export interface DeleteWebhookInput {
  /** The id of the webhook. */
  id: string
}

export interface RotateWebhookSecretInput {
  /** The id of the webhook. */
  id: string
}

export interface TestWebhookInput {
  /** The id of the webhook. */
  id: string
}

export interface TestEvent {
  /** A UUIDv7 (RFC 9562) in lower case. */
  event_id: string
}

export interface ListWebhookDeliveriesInput {
  /** The id of the webhook. */
  id: string
  /** 50 if absent. */
  limit?: number | undefined
  /** The `next_cursor` of the previous page. */
  cursor?: string | undefined
  state?: 'waiting' | 'delivered' | 'failed' | undefined
}

export interface WebhookDelivery {
  /** A UUIDv7 (RFC 9562) in lower case. */
  event_id: string
  /** The type of the event. */
  type: string
  /** `failed`: it is no longer retried. */
  state: 'waiting' | 'delivered' | 'failed'
  attempts: number
  /** The last HTTP status. Null without a response. */
  last_status: number | null
  /** Why the last attempt failed. */
  last_error: string | null
  /** RFC 3339 in UTC with milliseconds. */
  created_at: string
  /** RFC 3339 in UTC with milliseconds. */
  last_attempt_at: string | null
  /** RFC 3339 in UTC with milliseconds. */
  next_attempt_at: string | null
}

export interface WebhookDeliveryList {
  data: WebhookDelivery[]
  next_cursor: string | null
}

export interface ReplayWebhookDeliveryInput {
  /** The id of the webhook. */
  id: string
  /** The id of the event. */
  event_id: string
}

export interface ReplayWebhookInput {
  /** The id of the webhook. */
  id: string
  /** Skips older events. */
  since: string
}

export interface Replayed {
  replayed: number
}

export interface ServiceState {
  /** The version of Latchkey. */
  version: string
  /** The version of Node. */
  node: string
  /** When the responding process started. */
  started_at: string
  /** The number of processes that share the ports on this machine (LATCHKEY_WORKERS). */
  workers: number
  database: {
    engine: 'sqlite' | 'postgres'
    version: string
  }
  /** The queued deliveries of this service. */
  backlog: Backlog[]
  /** False while email stays in the local mailbox. */
  mail_server: boolean
  /** When `latchkey backup` last backed up this data folder. Null if never, and on PostgreSQL. */
  last_backup_at: string | null
  /** When the TLS certificate expires. Null without TLS. */
  certificate_expires_at: string | null
}

export interface IdentityCount {
  /** The name of the provider in the settings, such as `google`. */
  provider: string
  /** The number of linked accounts at the provider. */
  identities: number
  /** The last sign-in with such an account, accurate to the day. */
  last_used_at: string | null
}

export interface IdentityCountList {
  data: IdentityCount[]
  is_capped: boolean
}

export interface Branding {
  /** The name on the account pages and in emails. */
  name: string | null
  /** The color of the account pages and emails, adjusted for contrast. */
  color: string | null
  /** The https URL of your privacy policy. */
  privacy_url: string | null
  /** The https URL of your terms of service. */
  terms_url: string | null
  /** The https URL of your help page. */
  help_url: string | null
  /** The language of pages and emails for users whose language is not known. Null: English. */
  language: 'en' | 'de' | 'fr' | null
  /** The logo. Null: not set. */
  logo: {
    /** The media type. */
    type: 'image/png' | 'image/webp'
    /** In pixels. */
    width: number
    /** In pixels. */
    height: number
    /** In bytes. */
    size: number
    /** The path of the image at the origin of the account pages. It changes with the image. */
    path: string
  } | null
  /** The logo of dark mode. Null: not set. */
  logo_dark: {
    /** The media type. */
    type: 'image/png' | 'image/webp'
    /** In pixels. */
    width: number
    /** In pixels. */
    height: number
    /** In bytes. */
    size: number
    /** The path of the image at the origin of the account pages. It changes with the image. */
    path: string
  } | null
  /** The icon of browser tabs. Null: not set. */
  favicon: {
    /** The media type. */
    type: 'image/png' | 'image/webp'
    /** In pixels. */
    width: number
    /** In pixels. */
    height: number
    /** In bytes. */
    size: number
    /** The path of the image at the origin of the account pages. It changes with the image. */
    path: string
  } | null
}

export interface UpdateBrandingInput {
  /** The name on the account pages and in emails. */
  name?: string | null | undefined
  /** The color of the account pages and emails, adjusted for contrast. */
  color?: string | null | undefined
  /** The https URL of your privacy policy. */
  privacy_url?: string | null | undefined
  /** The https URL of your terms of service. */
  terms_url?: string | null | undefined
  /** The https URL of your help page. */
  help_url?: string | null | undefined
  /** The language of pages and emails for users whose language is not known. Null: English. */
  language?: 'en' | 'de' | 'fr' | null | undefined
}

export interface GetBrandImageInput {
  /** The image. */
  image: 'logo' | 'logo-dark' | 'favicon'
}

export interface PutBrandImageInput {
  /** The image. */
  image: 'logo' | 'logo-dark' | 'favicon'
  /** The content of the file. */
  content: Uint8Array
}

export interface DeleteBrandImageInput {
  /** The image. */
  image: 'logo' | 'logo-dark' | 'favicon'
}

export interface CustomText {
  /** The text, by the email or page that shows it. */
  id: 'email.verify_email.subject' | 'email.verify_email.intro' | 'email.reset_password.subject' | 'email.reset_password.intro' | 'email.invitation.subject' | 'email.invitation.intro' | 'email.confirm_email_change.subject' | 'email.confirm_email_change.intro' | 'email.address_in_use.subject' | 'email.address_in_use.intro' | 'email.user_deleted.subject' | 'email.user_deleted.intro' | 'email.contact' | 'email.footer' | 'page.sign_in.title' | 'page.sign_in.intro' | 'page.sign_in.name_label' | 'page.sign_up.title' | 'page.sign_up.intro' | 'page.signed_up.title' | 'page.signed_up.intro' | 'page.forgot_password.title' | 'page.forgot_password.intro' | 'page.invitation.title' | 'page.invitation.intro'
  /** True for a text that may have several lines and paragraphs. */
  multiline: boolean
  /** In characters. */
  max_length: number
  /** The names that may stand in braces in the text. */
  placeholders: string[]
  /** The text that is shown when none is stored. */
  defaults: {
    en: string
    de: string
    fr: string
  }
  /** The text that is stored. Null: the default is shown. */
  texts: {
    /** Plain text, with placeholders such as `{duration}`. An empty line begins a paragraph. */
    en: string | null
    /** Plain text, with placeholders such as `{duration}`. An empty line begins a paragraph. */
    de: string | null
    /** Plain text, with placeholders such as `{duration}`. An empty line begins a paragraph. */
    fr: string | null
  }
}

export interface GetCustomTextInput {
  /** The text, by the email or page that shows it. */
  text_id: 'email.verify_email.subject' | 'email.verify_email.intro' | 'email.reset_password.subject' | 'email.reset_password.intro' | 'email.invitation.subject' | 'email.invitation.intro' | 'email.confirm_email_change.subject' | 'email.confirm_email_change.intro' | 'email.address_in_use.subject' | 'email.address_in_use.intro' | 'email.user_deleted.subject' | 'email.user_deleted.intro' | 'email.contact' | 'email.footer' | 'page.sign_in.title' | 'page.sign_in.intro' | 'page.sign_in.name_label' | 'page.sign_up.title' | 'page.sign_up.intro' | 'page.signed_up.title' | 'page.signed_up.intro' | 'page.forgot_password.title' | 'page.forgot_password.intro' | 'page.invitation.title' | 'page.invitation.intro'
}

export interface PutCustomTextInput {
  /** The text, by the email or page that shows it. */
  text_id: 'email.verify_email.subject' | 'email.verify_email.intro' | 'email.reset_password.subject' | 'email.reset_password.intro' | 'email.invitation.subject' | 'email.invitation.intro' | 'email.confirm_email_change.subject' | 'email.confirm_email_change.intro' | 'email.address_in_use.subject' | 'email.address_in_use.intro' | 'email.user_deleted.subject' | 'email.user_deleted.intro' | 'email.contact' | 'email.footer' | 'page.sign_in.title' | 'page.sign_in.intro' | 'page.sign_in.name_label' | 'page.sign_up.title' | 'page.sign_up.intro' | 'page.signed_up.title' | 'page.signed_up.intro' | 'page.forgot_password.title' | 'page.forgot_password.intro' | 'page.invitation.title' | 'page.invitation.intro'
  /** The language of the text. */
  language: 'en' | 'de' | 'fr'
  /** Plain text, with placeholders such as `{duration}`. An empty line begins a paragraph. */
  text: string
}

export interface DeleteCustomTextInput {
  /** The text, by the email or page that shows it. */
  text_id: 'email.verify_email.subject' | 'email.verify_email.intro' | 'email.reset_password.subject' | 'email.reset_password.intro' | 'email.invitation.subject' | 'email.invitation.intro' | 'email.confirm_email_change.subject' | 'email.confirm_email_change.intro' | 'email.address_in_use.subject' | 'email.address_in_use.intro' | 'email.user_deleted.subject' | 'email.user_deleted.intro' | 'email.contact' | 'email.footer' | 'page.sign_in.title' | 'page.sign_in.intro' | 'page.sign_in.name_label' | 'page.sign_up.title' | 'page.sign_up.intro' | 'page.signed_up.title' | 'page.signed_up.intro' | 'page.forgot_password.title' | 'page.forgot_password.intro' | 'page.invitation.title' | 'page.invitation.intro'
  /** The language of the text. */
  language: 'en' | 'de' | 'fr'
}

export interface SetupChecklist {
  /** True on a new installation until an admin dismisses the checklist. False on one that had users before it was upgraded to a version with a checklist. */
  is_open: boolean
  /** True while you use the password that the first start generated. */
  has_generated_password: boolean
  /** True if a test email was accepted with the current mail server and sender. */
  email_tested: boolean
}

export interface TestEmail {
  /** `accepted`: the mail server took the email. `stored`: no mail server is set, so it is in the local mailbox. `failed`: see `fault` and `reply`. */
  outcome: 'accepted' | 'stored' | 'failed'
  /** Your email address. */
  to: string
  /** The mail server and the sender. Null if no mail server is set. */
  server: string | null
  /** The step that failed. `no_address`: your address is a placeholder that ends in `.invalid`. `deferred`: the mail server asks to try again later. Null if nothing failed. */
  fault: 'no_address' | 'host_not_found' | 'connection_failed' | 'timed_out' | 'tls_failed' | 'login_refused' | 'sender_refused' | 'recipient_refused' | 'message_refused' | 'deferred' | 'unknown' | null
  /** The mail server's reply or the connection error, with email addresses removed. Null without one. */
  reply: string | null
}

export interface LogInInput {
  /** The username or email address. */
  username: string
  password: string
  /** The name of this device in the list of sessions. */
  device_name?: string | undefined
  /** Identifies a trusted device, on which the second factor was used within the last 30 days. It replaces the second factor at sign-in, never the password. */
  device_token?: string | undefined
}

export interface TokenPair {
  /** A JWT (RFC 7519), compact form. */
  access_token: string
  /** A JWT (RFC 7519), compact form. */
  refresh_token: string
  token_type: 'Bearer'
  /** Seconds until the access token expires (RFC 6749). */
  expires_in: number
  /** When the access token expires. */
  expires_at: string
  /** Seconds until the refresh token expires. */
  refresh_expires_in: number
  /** A UUIDv7 (RFC 9562) in lower case. */
  session_id: string
  user: User
}

export interface ChangePasswordInput {
  current_password: string
  /** 8 to 256 characters after Unicode NFC, of any kind. Common passwords, the username and the email address are rejected. */
  new_password: string
}

export interface LoggedOut {
  logged_out: true
}

export interface RefreshInput {
  /** A JWT (RFC 7519), compact form. */
  refresh_token: string
}

export interface TokenInformation {
  valid: true
  /** A UUIDv7 (RFC 9562) in lower case. */
  user_id: string
  /** ASCII letters, digits, `.`, `_` and `-`. Starts and ends with a letter or digit, and is not a UUID. Unique regardless of case; displayed as entered. */
  username: string
  /** A UUIDv7 (RFC 9562) in lower case. */
  session_id: string
  role: 'user' | 'admin'
  /** Space-separated scopes (RFC 8693). */
  scope: string
  /** RFC 3339 in UTC with milliseconds. */
  issued_at: string
  /** RFC 3339 in UTC with milliseconds. */
  expires_at: string
  /** When the user last signed in or re-authenticated in this session. A refresh doesn't change it. */
  authenticated_at: string
  /** The level of the last authentication: `aal2` with two kinds of factors, such as a password and a code of an authenticator app. */
  acr?: 'aal1' | 'aal2' | undefined
  /** The methods of the last authentication (RFC 8176): `pwd` password, `otp` authenticator app, `rec` recovery code, `hwk` device-bound passkey, `swk` synced passkey, `user` user verification by the device, `fed` identity provider, `fmfa` second factor at a provider that the operator trusts, `mfa` more than one kind. */
  amr?: string[] | undefined
}

export interface RevokeTokenInput {
  /** An access token or a refresh token. */
  token: string
  /** Ignored: the type is read from the token. */
  token_type_hint?: string | undefined
  /** The client that authenticates, or the public client that revokes its token. */
  client_id?: string | undefined
}

export interface IntrospectTokenInput {
  /** An access token or a refresh token. */
  token: string
  /** Ignored: the type is read from the token. */
  token_type_hint?: string | undefined
  /** The client that authenticates, or the public client that revokes its token. */
  client_id?: string | undefined
}

export interface Introspection {
  /** Whether the token is valid now. If false, all other fields are absent. */
  active: boolean
  /** A UUIDv7 (RFC 9562) in lower case. */
  sub?: string | undefined
  /** A UUIDv7 (RFC 9562) in lower case. */
  sid?: string | undefined
  /** The client to which the token was issued: `latchkey` for a sign-in by API, or the id of an OpenID client. */
  client_id?: string | undefined
  /** ASCII letters, digits, `.`, `_` and `-`. Starts and ends with a letter or digit, and is not a UUID. Unique regardless of case; displayed as entered. */
  username?: string | undefined
  /** Space-separated scopes. */
  scope?: string | undefined
  /** Seconds since 1970. */
  exp?: number | undefined
  /** Seconds since 1970. */
  iat?: number | undefined
  iss?: string | undefined
  /** The API that the token is for. */
  aud?: string | undefined
  /** When the user last signed in or re-authenticated, in seconds since 1970 (RFC 9470). */
  auth_time?: number | undefined
  /** The level of the last authentication: `aal2` with two kinds of factors, such as a password and a code of an authenticator app. */
  acr?: 'aal1' | 'aal2' | undefined
  /** The methods of the last authentication (RFC 8176): `pwd` password, `otp` authenticator app, `rec` recovery code, `hwk` device-bound passkey, `swk` synced passkey, `user` user verification by the device, `fed` identity provider, `fmfa` second factor at a provider that the operator trusts, `mfa` more than one kind. */
  amr?: string[] | undefined
  token_type?: 'Bearer' | 'DPoP' | undefined
  cnf?: {
    /** The thumbprint of the key that the token is bound to (RFC 9449). */
    jkt: string
  } | undefined
}

export interface JsonWebKeySet {
  keys: (Record<string, unknown>)[]
}

export interface ServerMetadata {
  issuer: string
  jwks_uri: string
  revocation_endpoint: string
  revocation_endpoint_auth_methods_supported: string[]
  revocation_endpoint_auth_signing_alg_values_supported: string[]
  introspection_endpoint: string
  introspection_endpoint_auth_methods_supported: string[]
  introspection_endpoint_auth_signing_alg_values_supported: string[]
  scopes_supported: string[]
  service_documentation: string
  ui_locales_supported: string[]
  response_types_supported: string[]
  grant_types_supported: string[]
  access_token_signing_alg_values_supported: string[]
  authorization_endpoint?: string | undefined
  token_endpoint?: string | undefined
  token_endpoint_auth_methods_supported?: string[] | undefined
  token_endpoint_auth_signing_alg_values_supported?: string[] | undefined
  userinfo_endpoint?: string | undefined
  pushed_authorization_request_endpoint?: string | undefined
  device_authorization_endpoint?: string | undefined
  end_session_endpoint?: string | undefined
  response_modes_supported?: string[] | undefined
  code_challenge_methods_supported?: string[] | undefined
  authorization_response_iss_parameter_supported?: boolean | undefined
  dpop_signing_alg_values_supported?: string[] | undefined
  subject_types_supported?: string[] | undefined
  id_token_signing_alg_values_supported?: string[] | undefined
  acr_values_supported?: string[] | undefined
  claims_supported?: string[] | undefined
  claim_types_supported?: string[] | undefined
  claims_parameter_supported?: boolean | undefined
  request_uri_parameter_supported?: boolean | undefined
  backchannel_logout_supported?: boolean | undefined
  backchannel_logout_session_supported?: boolean | undefined
}

export interface ListOwnSessionsInput {
  /** 50 if absent. */
  limit?: number | undefined
  /** The `next_cursor` of the previous page. */
  cursor?: string | undefined
}

export interface Session {
  /** A UUIDv7 (RFC 9562) in lower case. */
  id: string
  /** The name sent at sign-in, or one derived from the user agent, such as `Firefox on Linux`. Null when neither is known. */
  device_name: string | null
  /** The user agent sent at sign-in, up to 500 characters. */
  user_agent: string | null
  /** The IP address of the sign-in. */
  address: string
  /** RFC 3339 in UTC with milliseconds. */
  created_at: string
  /** When the session was last refreshed, or the sign-in. */
  last_used_at: string
  /** When the session expires unless it is refreshed. */
  expires_at: string
  /** When the user last signed in or re-authenticated in this session. A refresh doesn't change it. */
  authenticated_at: string
  /** The level of the last authentication: `aal2` with two kinds of factors, such as a password and a code of an authenticator app. */
  acr: 'aal1' | 'aal2'
  /** The methods of the last authentication (RFC 8176): `pwd` password, `otp` authenticator app, `rec` recovery code, `hwk` device-bound passkey, `swk` synced passkey, `user` user verification by the device, `fed` identity provider, `fmfa` second factor at a provider that the operator trusts, `mfa` more than one kind. */
  amr: string[]
  /** Whether this is the session of the access token in the request. */
  current: boolean
}

export interface SessionList {
  data: Session[]
  next_cursor: string | null
}

export interface EndOwnSessionInput {
  /** The id of the session. */
  id: string
}

export interface EndOwnSessionsInput {
  /** `others` keeps the session of the access token in the request. */
  scope: 'others' | 'all'
}

export interface RevokedSessions {
  /** The number of sessions that this request ended. */
  ended: number
}

export interface ListUserSessionsInput {
  /** The id of the user. `me` means the authenticated user. */
  id: string
  /** 50 if absent. */
  limit?: number | undefined
  /** The `next_cursor` of the previous page. */
  cursor?: string | undefined
}

export interface EndUserSessionInput {
  /** The id of the user. `me` means the authenticated user. */
  id: string
  /** The id of the session. */
  session_id: string
}

export interface EndUserSessionsInput {
  /** The id of the user. `me` means the authenticated user. */
  id: string
  /** `others` keeps the session of the access token in the request. */
  scope: 'others' | 'all'
}

export interface ListAllSessionsInput {
  /** 50 if absent. */
  limit?: number | undefined
  /** The `next_cursor` of the previous page. */
  cursor?: string | undefined
  /** Only sessions of this user. */
  user_id?: string | undefined
  /** Only sessions from this IP address. A value that ends with a dot or a colon is a prefix, such as `198.51.100.`. */
  address?: string | undefined
  /** Only sessions that signed in to this OpenID client. */
  client_id?: string | undefined
}

export interface SessionOfUser {
  /** A UUIDv7 (RFC 9562) in lower case. */
  id: string
  /** The name sent at sign-in, or one derived from the user agent, such as `Firefox on Linux`. Null when neither is known. */
  device_name: string | null
  /** The user agent sent at sign-in, up to 500 characters. */
  user_agent: string | null
  /** The IP address of the sign-in. */
  address: string
  /** RFC 3339 in UTC with milliseconds. */
  created_at: string
  /** When the session was last refreshed, or the sign-in. */
  last_used_at: string
  /** When the session expires unless it is refreshed. */
  expires_at: string
  /** When the user last signed in or re-authenticated in this session. A refresh doesn't change it. */
  authenticated_at: string
  /** The level of the last authentication: `aal2` with two kinds of factors, such as a password and a code of an authenticator app. */
  acr: 'aal1' | 'aal2'
  /** The methods of the last authentication (RFC 8176): `pwd` password, `otp` authenticator app, `rec` recovery code, `hwk` device-bound passkey, `swk` synced passkey, `user` user verification by the device, `fed` identity provider, `fmfa` second factor at a provider that the operator trusts, `mfa` more than one kind. */
  amr: string[]
  /** Whether this is the session of the access token in the request. */
  current: boolean
  /** The user of the session. */
  user_id: string
}

export interface SessionOfUserList {
  data: SessionOfUser[]
  next_cursor: string | null
}

export interface EndAnySessionInput {
  /** The id of the session. */
  id: string
}

export interface GetUserLockInput {
  /** The id of the user. */
  id: string
}

export interface UserLock {
  /** Whether sign-ins are currently refused, at least from some networks, because of wrong passwords or second factors. */
  locked: boolean
  /** When all of these locks expire. */
  locked_until: string | null
  /** The counted failures, in at most 200 entries. */
  wrong_passwords: ({
    /** `password_changes`: wrong current passwords in a session. `second_factors`: wrong codes after a correct password. */
    what: 'logins' | 'password_changes' | 'second_factors'
    /** The login name used. Email addresses are counted separately unless sign-up is open. */
    login_name: 'any' | 'username' | 'email'
    /** The network, if the user has signed in from it before. Null for all other networks together, and for password changes. */
    network: string | null
    /** The number of failures since the last success, within 24 hours of each other (second factors: within a year). */
    count: number
    /** The last failure, which started the lock. */
    last_at: string
    /** RFC 3339 in UTC with milliseconds. */
    paused_until: string | null
  })[]
}

export interface UnlockUserInput {
  /** The id of the user. */
  id: string
}

export interface UnlockedUser {
  /** Whether there were failures to clear. */
  unlocked: boolean
}

export interface ListLoginHoursInput {
  /** The number of hours. Default: 24. */
  hours?: number | undefined
}

export interface LoginHour {
  /** The start of the hour. */
  hour: string
  /** Sessions started, by any sign-in method. */
  good: number
  /** Wrong passwords, second factors and passkeys. */
  bad: number
  /** Sign-ins that were not checked or not allowed, because of limits or an unavailable service. */
  refused: number
}

export interface LoginHourList {
  data: LoginHour[]
}

export interface ForgotPasswordInput {
  email: string
}

export interface ResetPasswordInput {
  /** The `token` of the link in the email. */
  token: string
  /** 8 to 256 characters after Unicode NFC, of any kind. Common passwords, the username and the email address are rejected. */
  password: string
}

export interface ResetPassword {
  password_reset: true
}

export interface VerifyEmailInput {
  /** The `token` of the link in the email. */
  token: string
}

export interface VerifiedEmail {
  email_verified: true
  /** One email address with a dot-atom local part and a domain name. Unique regardless of ASCII case; displayed as entered. */
  email: string
}

export interface SendVerificationInput {
  email: string
}

export interface TakeBackInput {
  /** The `token` of the link in the email. */
  token: string
}

export interface TakenBack {
  taken_back: true
  /** Send it to POST /api/v1/auth/password/reset. */
  reset_token: string
  /** Seconds. */
  expires_in: number
}

export interface CompleteLoginByTotpInput {
  /** The `login_token` of the previous response. It is valid only for the next steps of this sign-in. */
  login_token: string
  /** The current digits of an authenticator app (TOTP, RFC 6238): six, or up to eight for an imported app. */
  code: string
  /** Requests a `device_token`. With it, later sign-ins from this device need only the password. */
  remember_device?: boolean | undefined
}

export interface CompletedLogin {
  /** A JWT (RFC 7519), compact form. */
  access_token: string
  /** A JWT (RFC 7519), compact form. */
  refresh_token: string
  token_type: 'Bearer'
  /** Seconds until the access token expires (RFC 6749). */
  expires_in: number
  /** When the access token expires. */
  expires_at: string
  /** Seconds until the refresh token expires. */
  refresh_expires_in: number
  /** A UUIDv7 (RFC 9562) in lower case. */
  session_id: string
  user: User
  /** Identifies a trusted device, on which the second factor was used within the last 30 days. It replaces the second factor at sign-in, never the password. */
  device_token?: string | undefined
  /** Ten codes, each valid for one sign-in. Shown only in this response. */
  recovery_codes?: string[] | undefined
}

export interface CompleteLoginByRecoveryCodeInput {
  /** The `login_token` of the previous response. It is valid only for the next steps of this sign-in. */
  login_token: string
  /** A recovery code: 16 letters and digits. Case, spaces and dashes are ignored. */
  code: string
}

export interface EnrolTotpAtLoginInput {
  /** The `login_token` of the previous response. It is valid only for the next steps of this sign-in. */
  login_token: string
}

export interface StepUpInput {
  password: string
  /** The current digits of an authenticator app (TOTP, RFC 6238): six, or up to eight for an imported app. */
  totp?: string | undefined
  /** A recovery code: 16 letters and digits. Case, spaces and dashes are ignored. */
  recovery_code?: string | undefined
}

export interface ListDevicesInput {
  /** The id of the user. `me` means the authenticated user. */
  id: string
}

export interface Device {
  /** A UUIDv7 (RFC 9562) in lower case. */
  id: string
  /** The name sent at sign-in, or one derived from the user agent. */
  name: string | null
  /** The IP address from which the device was trusted. */
  address: string
  /** RFC 3339 in UTC with milliseconds. */
  remembered_at: string
  /** RFC 3339 in UTC with milliseconds. */
  expires_at: string
}

export interface DeviceList {
  data: Device[]
}

export interface ForgetDeviceInput {
  /** The id of the user. `me` means the authenticated user. */
  id: string
  /** The id of the device. */
  device_id: string
}

export interface PasskeyRequestOptions {
  /** Random bytes in base64url. Valid once, for five minutes. */
  challenge: string
  /** The domain of the passkeys. */
  rpId: string
  /** Milliseconds. */
  timeout: number
  userVerification: 'required'
  /** Empty: any passkey of this domain. */
  allowCredentials: ({
    type: 'public-key'
    /** The id of the credential, base64url. */
    id: string
  })[]
}

export interface PasskeyRequest {
  /** The options of `navigator.credentials.get()`, for `PublicKeyCredential.parseRequestOptionsFromJSON()`. */
  public_key: PasskeyRequestOptions
  /** Seconds until the challenge expires. */
  expires_in: number
}

export interface PasskeyAssertion {
  /** The id of the credential, base64url. */
  id: string
  /** The id of the credential, base64url. */
  rawId: string
  type: 'public-key'
  response: {
    /** The client data that the browser signed over, as JSON in base64url. */
    clientDataJSON: string
    authenticatorData: string
    signature: string
    userHandle?: string | null | undefined
  }
}

export interface LogInByPasskeyInput {
  /** The result of `navigator.credentials.get()`, as returned by its `toJSON()` (WebAuthn Level 3). */
  credential: PasskeyAssertion
  /** The name of this device in the list of sessions. */
  device_name?: string | undefined
}

export interface BeginPasskeyStepInput {
  /** The `login_token` of the previous response. It is valid only for the next steps of this sign-in. */
  login_token: string
}

export interface CompleteLoginByPasskeyInput {
  /** The `login_token` of the previous response. It is valid only for the next steps of this sign-in. */
  login_token: string
  /** The result of `navigator.credentials.get()`, as returned by its `toJSON()` (WebAuthn Level 3). */
  credential: PasskeyAssertion
  /** Requests a `device_token`. With it, later sign-ins from this device need only the password. */
  remember_device?: boolean | undefined
}

export interface StepUpByPasskeyInput {
  /** The result of `navigator.credentials.get()`, as returned by its `toJSON()` (WebAuthn Level 3). */
  credential: PasskeyAssertion
}

export interface ProviderList {
  data: ({
    /** The name of the provider in the settings, such as `google`. */
    name: string
    /** The display name, such as `Google`. */
    title: string
    /** Whether users can re-authenticate at the provider. Never at GitHub. */
    step_up?: boolean | undefined
  })[]
}

export interface BeginFederatedLoginInput {
  /** The name of the provider in the settings, such as `google`. */
  provider: string
  /** A URL at one of the origins in `LATCHKEY_RETURN_ORIGINS`. */
  return_to: string
}

export interface BegunFederatedLogin {
  /** The URL of the provider to open. */
  authorization_url: string
  /** Binds the sign-in to the client that started it. Keep it in the client and out of URLs. */
  federated_token: string
  /** Seconds within which the user must return. */
  expires_in: number
}

export interface CompleteFederatedLoginInput {
  /** The name of the provider in the settings, such as `google`. */
  provider: string
  /** Binds the sign-in to the client that started it. Keep it in the client and out of URLs. */
  federated_token: string
  /** The unchanged query of the URL to which the user returned. */
  response: string
  /** The name of this device in the list of sessions. */
  device_name?: string | undefined
  /** Identifies a trusted device, on which the second factor was used within the last 30 days. It replaces the second factor at sign-in, never the password. */
  device_token?: string | undefined
  /** The language of email to the user (BCP 47), such as `de-AT`. Languages other than `en`, `de` and `fr` are stored, and email uses the default language of the service. */
  locale?: string | undefined
}

export interface BeginIdentityLinkInput {
  /** The name of the provider in the settings, such as `google`. */
  provider: string
  /** A URL at one of the origins in `LATCHKEY_RETURN_ORIGINS`. */
  return_to: string
}

export interface CompleteIdentityLinkInput {
  /** The name of the provider in the settings, such as `google`. */
  provider: string
  /** Binds the sign-in to the client that started it. Keep it in the client and out of URLs. */
  federated_token: string
  /** The unchanged query of the URL to which the user returned. */
  response: string
}

export interface BeginFederatedStepUpInput {
  /** The name of the provider in the settings, such as `google`. */
  provider: string
  /** A URL at one of the origins in `LATCHKEY_RETURN_ORIGINS`. */
  return_to: string
}

export interface CompleteFederatedStepUpInput {
  /** The name of the provider in the settings, such as `google`. */
  provider: string
  /** Binds the sign-in to the client that started it. Keep it in the client and out of URLs. */
  federated_token: string
  /** The unchanged query of the URL to which the user returned. */
  response: string
}

export interface CreateOidcClientInput {
  /** The name of the application, as shown to users. */
  name: string
  /** True for an application of your own, which needs no consent. */
  first_party?: boolean | undefined
  /** The client authentication method (RFC 7591). `none` makes the client public: an application on a device or in a browser, which can't keep a secret. */
  token_endpoint_auth_method?: 'none' | 'client_secret_basic' | 'client_secret_post' | 'private_key_jwt' | undefined
  /** The public keys of a client with `private_key_jwt`. Null for all others. */
  jwks?: {
    keys: (Record<string, unknown>)[]
  } | null | undefined
  /** Redirect URIs: `https://…`, `http://` on loopback (any port matches), or a private scheme that contains a domain, such as `com.example.app:/signed-in`. Compared character by character. */
  redirect_uris?: string[] | undefined
  /** Post-logout redirect URIs, in the same forms as `redirect_uris`. */
  post_logout_redirect_uris?: string[] | undefined
  /** The URL notified when a session ends (OpenID Connect Back-Channel Logout): `https`, or `http` on loopback. */
  backchannel_logout_uri?: string | null | undefined
  /** `device_code` stands for `urn:ietf:params:oauth:grant-type:device_code`. A client without grant types is an API: it gets no tokens, and introspects access tokens for its `resources`. */
  grant_types?: ('authorization_code' | 'refresh_token' | 'client_credentials' | 'device_code')[] | undefined
  /** The scopes that the client can request: `openid`, `profile`, `email`, `roles`, `offline_access` and scopes of your own APIs. Scopes of Latchkey's API are rejected. */
  scopes?: string[] | undefined
  /** The URIs of your own APIs for which the client can get access tokens (RFC 8707): absolute, without a fragment. They become the `aud` of these tokens. */
  resources?: string[] | undefined
  /** The signing algorithm of ID tokens. */
  id_token_signed_response_alg?: 'RS256' | 'ES256' | 'EdDSA' | undefined
  /** Whether the client must push its authorization requests (RFC 9126). */
  require_pushed_authorization_requests?: boolean | undefined
  /** Whether authorization requests must use PKCE with `S256` (RFC 7636). Default: `always`. `or_nonce` also accepts a request with a `nonce`, which protects only a client that checks the `nonce` in the ID token (RFC 9700 section 2.1.1). `never` leaves only the client secret to protect a stolen code; use it only for software that supports neither. Public clients always use PKCE. A `code_challenge` that a client sends is always enforced. */
  require_pkce?: 'always' | 'or_nonce' | 'never' | undefined
  /** Whether access tokens are bound to the client's DPoP key (RFC 9449). */
  dpop_bound_access_tokens?: boolean | undefined
}

export interface CreatedOidcClient {
  /** The `client_id`, a UUIDv7 (RFC 9562). */
  id: string
  /** `public` if `token_endpoint_auth_method` is `none`. The kind of a client can't change. */
  kind: 'public' | 'confidential'
  /** The name of the application, as shown to users. */
  name: string
  /** True for an application of your own, which needs no consent. */
  first_party: boolean
  /** The client authentication method (RFC 7591). `none` makes the client public: an application on a device or in a browser, which can't keep a secret. */
  token_endpoint_auth_method: 'none' | 'client_secret_basic' | 'client_secret_post' | 'private_key_jwt'
  /** The public keys of a client with `private_key_jwt`. Null for all others. */
  jwks: {
    keys: (Record<string, unknown>)[]
  } | null
  /** Redirect URIs: `https://…`, `http://` on loopback (any port matches), or a private scheme that contains a domain, such as `com.example.app:/signed-in`. Compared character by character. */
  redirect_uris: string[]
  /** Post-logout redirect URIs, in the same forms as `redirect_uris`. */
  post_logout_redirect_uris: string[]
  /** The URL notified when a session ends (OpenID Connect Back-Channel Logout): `https`, or `http` on loopback. */
  backchannel_logout_uri: string | null
  /** `device_code` stands for `urn:ietf:params:oauth:grant-type:device_code`. A client without grant types is an API: it gets no tokens, and introspects access tokens for its `resources`. */
  grant_types: ('authorization_code' | 'refresh_token' | 'client_credentials' | 'device_code')[]
  /** The scopes that the client can request: `openid`, `profile`, `email`, `roles`, `offline_access` and scopes of your own APIs. Scopes of Latchkey's API are rejected. */
  scopes: string[]
  /** The URIs of your own APIs for which the client can get access tokens (RFC 8707): absolute, without a fragment. They become the `aud` of these tokens. */
  resources: string[]
  /** The signing algorithm of ID tokens. */
  id_token_signed_response_alg: 'RS256' | 'ES256' | 'EdDSA'
  /** Whether the client must push its authorization requests (RFC 9126). */
  require_pushed_authorization_requests: boolean
  /** Whether authorization requests must use PKCE with `S256` (RFC 7636). Default: `always`. `or_nonce` also accepts a request with a `nonce`, which protects only a client that checks the `nonce` in the ID token (RFC 9700 section 2.1.1). `never` leaves only the client secret to protect a stolen code; use it only for software that supports neither. Public clients always use PKCE. A `code_challenge` that a client sends is always enforced. */
  require_pkce: 'always' | 'or_nonce' | 'never'
  /** Whether access tokens are bound to the client's DPoP key (RFC 9449). */
  dpop_bound_access_tokens: boolean
  /** A disabled client gets no tokens, and its requests are rejected. */
  enabled: boolean
  /** The client secrets, oldest first. At most two. */
  secrets: ({
    /** A UUIDv7 (RFC 9562) in lower case. */
    id: string
    /** RFC 3339 in UTC with milliseconds. */
    created_at: string
  })[]
  /** The user or API key that created it. Null for the command line. */
  created_by: string | null
  /** RFC 3339 in UTC with milliseconds. */
  created_at: string
  /** RFC 3339 in UTC with milliseconds. */
  updated_at: string
  /** `lks_` and 32 random bytes in base64url. Shown only in this response. */
  client_secret?: string | undefined
}

export interface ListOidcClientsInput {
  /** 50 if absent. */
  limit?: number | undefined
  /** The `next_cursor` of the previous page. */
  cursor?: string | undefined
}

export interface OidcClient {
  /** The `client_id`, a UUIDv7 (RFC 9562). */
  id: string
  /** `public` if `token_endpoint_auth_method` is `none`. The kind of a client can't change. */
  kind: 'public' | 'confidential'
  /** The name of the application, as shown to users. */
  name: string
  /** True for an application of your own, which needs no consent. */
  first_party: boolean
  /** The client authentication method (RFC 7591). `none` makes the client public: an application on a device or in a browser, which can't keep a secret. */
  token_endpoint_auth_method: 'none' | 'client_secret_basic' | 'client_secret_post' | 'private_key_jwt'
  /** The public keys of a client with `private_key_jwt`. Null for all others. */
  jwks: {
    keys: (Record<string, unknown>)[]
  } | null
  /** Redirect URIs: `https://…`, `http://` on loopback (any port matches), or a private scheme that contains a domain, such as `com.example.app:/signed-in`. Compared character by character. */
  redirect_uris: string[]
  /** Post-logout redirect URIs, in the same forms as `redirect_uris`. */
  post_logout_redirect_uris: string[]
  /** The URL notified when a session ends (OpenID Connect Back-Channel Logout): `https`, or `http` on loopback. */
  backchannel_logout_uri: string | null
  /** `device_code` stands for `urn:ietf:params:oauth:grant-type:device_code`. A client without grant types is an API: it gets no tokens, and introspects access tokens for its `resources`. */
  grant_types: ('authorization_code' | 'refresh_token' | 'client_credentials' | 'device_code')[]
  /** The scopes that the client can request: `openid`, `profile`, `email`, `roles`, `offline_access` and scopes of your own APIs. Scopes of Latchkey's API are rejected. */
  scopes: string[]
  /** The URIs of your own APIs for which the client can get access tokens (RFC 8707): absolute, without a fragment. They become the `aud` of these tokens. */
  resources: string[]
  /** The signing algorithm of ID tokens. */
  id_token_signed_response_alg: 'RS256' | 'ES256' | 'EdDSA'
  /** Whether the client must push its authorization requests (RFC 9126). */
  require_pushed_authorization_requests: boolean
  /** Whether authorization requests must use PKCE with `S256` (RFC 7636). Default: `always`. `or_nonce` also accepts a request with a `nonce`, which protects only a client that checks the `nonce` in the ID token (RFC 9700 section 2.1.1). `never` leaves only the client secret to protect a stolen code; use it only for software that supports neither. Public clients always use PKCE. A `code_challenge` that a client sends is always enforced. */
  require_pkce: 'always' | 'or_nonce' | 'never'
  /** Whether access tokens are bound to the client's DPoP key (RFC 9449). */
  dpop_bound_access_tokens: boolean
  /** A disabled client gets no tokens, and its requests are rejected. */
  enabled: boolean
  /** The client secrets, oldest first. At most two. */
  secrets: ({
    /** A UUIDv7 (RFC 9562) in lower case. */
    id: string
    /** RFC 3339 in UTC with milliseconds. */
    created_at: string
  })[]
  /** The user or API key that created it. Null for the command line. */
  created_by: string | null
  /** RFC 3339 in UTC with milliseconds. */
  created_at: string
  /** RFC 3339 in UTC with milliseconds. */
  updated_at: string
}

export interface OidcClientList {
  data: OidcClient[]
  next_cursor: string | null
}

export interface GetOidcClientInput {
  /** The id of the client. */
  id: string
}

export interface UpdateOidcClientInput {
  /** The id of the client. */
  id: string
  /** The name of the application, as shown to users. */
  name?: string | undefined
  /** True for an application of your own, which needs no consent. */
  first_party?: boolean | undefined
  /** The client authentication method (RFC 7591). `none` makes the client public: an application on a device or in a browser, which can't keep a secret. */
  token_endpoint_auth_method?: 'none' | 'client_secret_basic' | 'client_secret_post' | 'private_key_jwt' | undefined
  /** The public keys of a client with `private_key_jwt`. Null for all others. */
  jwks?: {
    keys: (Record<string, unknown>)[]
  } | null | undefined
  /** Redirect URIs: `https://…`, `http://` on loopback (any port matches), or a private scheme that contains a domain, such as `com.example.app:/signed-in`. Compared character by character. */
  redirect_uris?: string[] | undefined
  /** Post-logout redirect URIs, in the same forms as `redirect_uris`. */
  post_logout_redirect_uris?: string[] | undefined
  /** The URL notified when a session ends (OpenID Connect Back-Channel Logout): `https`, or `http` on loopback. */
  backchannel_logout_uri?: string | null | undefined
  /** `device_code` stands for `urn:ietf:params:oauth:grant-type:device_code`. A client without grant types is an API: it gets no tokens, and introspects access tokens for its `resources`. */
  grant_types?: ('authorization_code' | 'refresh_token' | 'client_credentials' | 'device_code')[] | undefined
  /** The scopes that the client can request: `openid`, `profile`, `email`, `roles`, `offline_access` and scopes of your own APIs. Scopes of Latchkey's API are rejected. */
  scopes?: string[] | undefined
  /** The URIs of your own APIs for which the client can get access tokens (RFC 8707): absolute, without a fragment. They become the `aud` of these tokens. */
  resources?: string[] | undefined
  /** The signing algorithm of ID tokens. */
  id_token_signed_response_alg?: 'RS256' | 'ES256' | 'EdDSA' | undefined
  /** Whether the client must push its authorization requests (RFC 9126). */
  require_pushed_authorization_requests?: boolean | undefined
  /** Whether authorization requests must use PKCE with `S256` (RFC 7636). Default: `always`. `or_nonce` also accepts a request with a `nonce`, which protects only a client that checks the `nonce` in the ID token (RFC 9700 section 2.1.1). `never` leaves only the client secret to protect a stolen code; use it only for software that supports neither. Public clients always use PKCE. A `code_challenge` that a client sends is always enforced. */
  require_pkce?: 'always' | 'or_nonce' | 'never' | undefined
  /** Whether access tokens are bound to the client's DPoP key (RFC 9449). */
  dpop_bound_access_tokens?: boolean | undefined
  enabled?: boolean | undefined
}

export interface CreateOidcClientSecretInput {
  /** The id of the client. */
  id: string
}

export interface ShownClientSecret {
  /** A UUIDv7 (RFC 9562) in lower case. */
  id: string
  /** RFC 3339 in UTC with milliseconds. */
  created_at: string
  /** `lks_` and 32 random bytes in base64url. Shown only in this response. */
  client_secret: string
}

export interface RevokeOidcClientSecretInput {
  /** The id of the client. */
  id: string
  /** The id of the secret. */
  secret_id: string
}

export interface DeleteOidcClientInput {
  /** The id of the client. */
  id: string
}

export interface ListAppsInput {
  /** The id of the user. `me` means the authenticated user. */
  id: string
  /** 50 if absent. */
  limit?: number | undefined
  /** The `next_cursor` of the previous page. */
  cursor?: string | undefined
}

export interface App {
  /** A UUIDv7 (RFC 9562) in lower case. */
  client_id: string
  /** The name of the application. */
  name: string
  /** True for an application of the operator, which needs no consent. */
  first_party: boolean
  /** False while an admin has disabled the application. */
  enabled: boolean
  /** The scopes granted by consent and in active sessions. */
  scopes: string[]
  /** The scopes granted for other APIs (RFC 8707). */
  resources: ({
    /** The URI of the API. */
    resource: string
    scopes: string[]
  })[]
  /** When the user gave consent. Null without a stored consent. */
  allowed_at: string | null
  /** When the oldest of these grants was made. */
  since: string
}

export interface AppList {
  data: App[]
  next_cursor: string | null
}

export interface EndAppAccessInput {
  /** The id of the user. `me` means the authenticated user. */
  id: string
  /** The id of the client. */
  client_id: string
}

export interface PreviewClaimsInput {
  /** The id of the client. */
  id: string
  /** The user whose claims are previewed. */
  user_id: string
  /** Space-separated scopes to request. If absent, all scopes that the client is allowed. */
  scope?: string | undefined
  /** The URI of the API that the access token is for (RFC 8707). */
  resource?: string | undefined
}

export interface ClaimsPreview {
  /** The scopes that the client would be granted. */
  scopes: string[]
  /** The requested scopes that the client isn't allowed to request. */
  refused_scopes: string[]
  id_token: {
    /** The claims whose values are known now. */
    claims: Record<string, unknown>
    /** Claims whose values are known only at sign-in, such as its time and session. */
    at_login: string[]
  } | null
  access_token: {
    /** `jwt` for an API of yours (RFC 9068), otherwise `opaque`. */
    format: 'opaque' | 'jwt'
    /** The claims in the token, or those that introspection returns for an opaque token. */
    claims: Record<string, unknown>
    /** Claims whose values are known only at sign-in, such as its time and session. */
    at_login: string[]
  }
  /** The response of the UserInfo endpoint. */
  user_information: Record<string, unknown> | null
}

export interface SigningKey {
  /** The key id in the header of tokens, and in the key set (except for refresh tokens). */
  kid: string
  /** The tokens that the key signs. */
  purpose: 'access' | 'refresh' | 'id_token' | 'id_token_es256' | 'id_token_eddsa'
  algorithm: string
  /** `next`: published, doesn't sign yet. `active`: signs. `retired`: its tokens are valid until they expire. `revoked`: its tokens are rejected. */
  status: 'next' | 'active' | 'retired' | 'revoked'
  /** RFC 3339 in UTC with milliseconds. */
  created_at: string
  /** When the key started or will start to sign. Null if it never did. */
  signs_from: string | null
  /** When another key replaces it, by LATCHKEY_KEY_ROTATION. Null if the key isn't active. */
  retires_at: string | null
  /** When the key is removed, once its last token has expired. Null for `next` and `active` keys. */
  removed_at: string | null
}

export interface SigningKeyList {
  data: SigningKey[]
}

export interface RotateSigningKeyInput {
  /** The tokens that the key signs. */
  purpose: 'access' | 'refresh' | 'id_token' | 'id_token_es256' | 'id_token_eddsa'
  /** False if absent. */
  now?: boolean | undefined
}

export interface SettingInForce {
  name: string
  /** The value as written, without secret parts. Null if not set. */
  value: string | null
  /** True for a secret, which is shown as asterisks. */
  is_hidden: boolean
  /** The source of the value. */
  origin: 'default' | 'profile' | 'flag' | 'environment' | 'env file' | 'secret file'
}

export interface SettingList {
  data: SettingInForce[]
}

export interface IdentityProviderState {
  /** The name of the provider in the settings, such as `google`. */
  name: string
  /** The display name. */
  title: string
  kind: 'google' | 'microsoft' | 'github' | 'apple' | 'openid'
  /** The issuer of its tokens; for GitHub, the URL of the site. */
  issuer: string
  /** The redirect URI to register at the provider. */
  redirect_uri: string
  /** When the provider last sent this process a valid response. Null if it hasn't since the start. */
  last_answer_at: string | null
  /** The last failure in this process since the start. */
  last_failure_at: string | null
  /** The error of the last failure. */
  last_failure: string | null
}

export interface IdentityProviderStateList {
  data: IdentityProviderState[]
}

export interface Health {
  status: 'ok' | 'unavailable'
  /** The version of the API. */
  version: string
  /** The git commit that the service was built from. Absent if the build did not know it. */
  revision?: string | undefined
  /** The checks, each `ok` or the fault. `database`: `unavailable`, `unwritable`. On PostgreSQL `clock`: `skewed`. If the services run separately, the other one as `auth_service` or `user_service`: `unavailable`. */
  checks: Record<string, unknown>
}

export interface StreamNotificationsInput {
  /** The `id` of the last event received, or the `position` of a list. `Last-Event-ID` takes precedence. */
  after?: string | undefined
}

export interface NotificationHeartbeat {
  /** Every notification whose creation returned before this time has been sent on this stream. */
  at: string
}

export interface StreamEventsInput {
  /** The `id` of the last event received, or the `position` of a list. `Last-Event-ID` takes precedence. */
  after?: string | undefined
  /** Only events of these types, comma-separated. */
  type?: string | undefined
  /** Only events about this user. */
  user_id?: string | undefined
}

export interface EventHeartbeat {
  /** Every event that was committed before this time has been sent on this stream. */
  at: string
}

export interface WatchRevocationsInput {
  /** The `id` of the last event received. `Last-Event-ID` takes precedence. */
  after?: string | undefined
}

export interface SessionEnded {
  /** A UUIDv7 (RFC 9562) in lower case. */
  session_id: string
  /** A UUIDv7 (RFC 9562) in lower case. */
  user_id: string
  reason: 'logout' | 'revoked' | 'password_changed' | 'user_deleted' | 'user_suspended' | 'refresh_reused' | 'expired'
  /** RFC 3339 in UTC with milliseconds. */
  ended_at: string
  /** When every access token of the session has expired. Reject them until then. */
  forget_at: string
}

export interface RevocationHeartbeat {
  /** Every session whose end was confirmed before this time, and whose tokens can still be unexpired, has been sent on this stream. */
  at: string
  /** Fetch the key set again when this changes. */
  key_set_version: number
}
