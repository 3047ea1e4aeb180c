// Written by npm run generate, from en.json.
import type { Message } from '#runtime/texts/message.ts'

export interface Texts {
  userPage: {
    status: string
    fine: string
    suspended: string
    locked: string
    unconfirmed: string
    noPassword: string
    temporary: string
    signedIn: string
    signedOut: string
    unknownDevice: string
    username: string
    email: string
    sessions: string
    device: string
    lastUsed: string
    begun: string
    factors: string
    app: string
    added: string
    codes: Message<{ left: string }>
    passkey: string
    cancel: string
    reason: string
    typeName: string
    typedWrong: string
    lastAdmin: string
    notOneself: string
    isSuspended: string
    stale: Message<{ now: string }>
  }
  actions: {
    endSessions: {
      title: string
      explain: string
      button: string
      done: string
    }
    sendReset: {
      title: string
      explain: string
      button: string
      done: string
    }
    showReset: {
      title: string
      explain: string
      button: string
    }
    temporaryPassword: {
      title: string
      explain: string
      button: string
    }
    invite: {
      title: string
      explain: string
      button: string
      done: string
    }
    unlock: {
      title: string
      explain: string
      button: string
      done: string
    }
    confirmAddress: {
      title: string
      explain: string
      button: string
      done: string
    }
    resetFactors: {
      title: string
      explain: string
      button: string
      done: string
    }
    suspend: {
      title: string
      explain: string
      button: string
      done: string
    }
    restore: {
      title: string
      explain: string
      button: string
      done: string
    }
    makeAdmin: {
      title: string
      explain: string
      button: string
      done: string
    }
    makeUser: {
      title: string
      explain: string
      button: string
      done: string
    }
    delete: {
      title: string
      explain: string
      button: string
      done: string
    }
  }
  oneUser: {
    by: string
    because: string
    byCommand: string
    temporaryUntil: string
    temporaryExpired: string
    sessionsWait: string
    wrongPasswords: Message<{ count: string }>
    wrongFactors: Message<{ count: string }>
    network: string
    confirmWaits: string
    noConfirmLink: string
    invited: string
    invitedNoLink: string
    mailRefused: string
    mailWaits: string
    andElsewhere: Message<{ count: string }>
    devices: string
    devicesHint: string
    until: string
    apps: string
    appAsks: string
    revokeAccess: string
    removeDevice: string
    off: string
    links: string
    linkTo: string
    linkShown: string
    linkUntil: string
    purposes: {
      verify_email: string
      change_email: string
      reset_password: string
      invitation: string
      take_back: string
    }
    keys: string
    keyUntil: string
    keyEnded: string
    notifications: string
    unread: string
    read: string
    edit: string
    history: string
    wholeHistory: string
    historyHint: string
    audit: string
    noHistory: string
    noHistoryHint: string
    what: string
    whoAndWhere: string
    oneself: string
    changed: string
    happened: {
      'session.created': string
      'session.stepped_up': string
      'login.failed': string
      'login.second_factor_failed': string
      'device.remembered': string
      'user.secured': string
      'user.email_change_requested': string
      'user.factor_added': string
      'user.recovery_codes_made': string
      'user.recovery_code_used': string
      'user.passkey_added': string
      'user.passkey_suspect': string
      'user.identity_linked': string
    }
    reasons: {
      logout: string
      revoked: string
      password_changed: string
      user_deleted: string
      user_suspended: string
      refresh_reused: string
      expired: string
      wrong_password: string
      wrong_current_password: string
      suspended: string
      unverified: string
      temporary_password: string
      temporary_password_expired: string
      foreign_password_expired: string
      change: string
      reset: string
      invitation: string
      temporary: string
      moved_in: string
      reported: string
      email_change_undone: string
    }
  }
  endAccess: {
    endApp: {
      title: string
      explain: string
      button: string
      done: string
    }
    forgetDevice: {
      title: string
      explain: string
      button: string
      done: string
    }
  }
  editUser: {
    title: string
    button: string
    done: string
    usernameHint: string
    emailHint: string
    metadata: string
    metadataHint: Message<{ example: string }>
    badMetadata: string
    stale: string
    staleHint: string
    field: string
    before: string
    now: string
    typed: string
    empty: string
    nothing: string
  }
  keepTyped: {
    title: string
    signIn: string
    prove: string
    steps: string
    openSignIn: string
    openProve: string
    send: string
    unsent: {
      typed: string
      file: string
      lost: string
    }
    ready: string
    readyHint: string
  }
  webhooks: {
    title: string
    hint: string
    create: string
    none: string
    noneHint: string
    all: string
    more: Message<{ count: string }>
    url: string
    urlHint: string
    events: string
    eventsHint: string
    everything: string
    description: string
    status: string
    on: string
    failing: string
    failingSince: string
    off: {
      requested: string
      gone: string
      failing: string
    }
    formerSecret: string
    edit: string
    save: string
    changed: string
    deleted: string
    created: string
    rotated: string
    signs: string
    changes: string
    deliveries: string
    deliveriesHint: string
    noDeliveries: string
    noneInState: string
    event: string
    outcome: string
    attempts: Message<{ count: string }>
    responded: string
    noResponse: string
    next: string
    last: string
    states: {
      waiting: string
      delivered: string
      failed: string
    }
    anyState: string
    replayed: Message<{ count: number }>
    actions: {
      test: {
        title: string
        explain: string
        button: string
        done: string
      }
      pause: {
        title: string
        explain: string
        button: string
        done: string
      }
      resume: {
        title: string
        explain: string
        button: string
        done: string
      }
      replayFailed: {
        title: string
        explain: string
        button: string
        done: string
      }
      replayOne: {
        title: string
        explain: string
        button: string
        done: string
      }
      rotate: {
        title: string
        explain: string
        button: string
      }
      delete: {
        title: string
        explain: string
        button: string
      }
    }
  }
  apiKeys: {
    title: string
    hint: string
    create: string
    none: string
    noneHint: string
    name: string
    nameHint: string
    scopes: string
    scopesHint: string
    scope: {
      'users:read': string
      'users:write': string
      'users:delete': string
      'sessions:read': string
      'sessions:revoke': string
      'keys:write': string
      'events:read': string
      'events:write': string
      'webhooks:write': string
      'clients:write': string
      'system:read': string
      'system:write': string
    }
    lifetime: string
    days: {
      '30': string
      '90': string
      '365': string
      '730': string
    }
    status: string
    valid: string
    expired: string
    revoked: string
    lastUsed: string
    expires: string
    created: string
    sent: string
    done: string
    revoke: {
      title: string
      explain: string
      button: string
    }
  }
  audit: {
    title: string
    about: string
    by: string
    to: string
    target: string
    act: string
    anyAct: string
    from: string
    until: string
    whoHint: string
    clear: string
    address: string
    byCommand: string
    more: string
    none: string
    noneHint: string
    noneFound: string
    nobody: Message<{ name: string }>
    pause: string
    follow: string
    stopped: string
    reload: string
    acts: {
      'user.created': string
      'user.updated': string
      'user.deleted': string
      'user.suspended': string
      'user.restored': string
      'user.unlocked': string
      'user.invited': string
      'user.sessions_ended': string
      'user.password_reset_sent': string
      'user.password_reset_shown': string
      'user.password_changed': string
      'user.email_verified': string
      'user.email_changed': string
      'user.factors_reset': string
      'user.factor_removed': string
      'user.passkey_removed': string
      'user.identity_unlinked': string
      'device.forgotten': string
      'session.ended': string
      'session.all_ended': string
      'notification.created': string
      'api_key.created': string
      'api_key.revoked': string
      'client.created': string
      'client.updated': string
      'client.deleted': string
      'client.secret_created': string
      'client.secret_revoked': string
      'grant.revoked': string
      'webhook.created': string
      'webhook.updated': string
      'webhook.deleted': string
      'webhook.test': string
      'webhook.disabled': string
      'delivery.replayed': string
      'export.began': string
      'export.ended': string
      'command.began': string
      'command.ended': string
      'password_wrapping.started': string
      'delivery.dropped': string
      'keys.rotated': string
      'branding.updated': string
      'email.tested': string
      'setup_checklist.dismissed': string
    }
  }
  userHead: {
    label: string
    tabs: {
      overview: string
      methods: string
      sessions: string
      apps: string
      activity: string
    }
    sections: string
    more: string
    copy: string
    copied: string
    noApps: string
    noAppsHint: string
    noMethods: string
    noMethodsHint: string
    noSession: string
    noSessionHint: string
    password: string
    hasPassword: string
    recent: string
  }
  userList: {
    any: string
    more: string
    email: string
    confirmed: string
    unconfirmed: string
    factor: string
    hasOne: string
    hasNone: string
    hasLoggedIn: string
    from: string
    to: string
    apply: string
    clear: string
    sort: string
  }
  exports: {
    csv: string
    jsonl: string
    proved: string
  }
  newUser: {
    title: string
    explain: string
    usernameHint: string
    language: string
    languageHint: string
    usual: string
    button: string
  }
  bulk: {
    title: string
    choose: string
    go: string
    tickAll: string
    tickNobody: string
    tick: Message<{ name: string }>
    nobody: string
    noAction: string
    actions: {
      end_sessions: string
      send_password_reset: string
      invite: string
      confirm_email: string
      suspend: string
      restore: string
      make_admin: string
      make_user: string
      delete: string
    }
    each: string
    typeNumber: string
    wrongNumber: string
    result: string
    sum: Message<{ done: string; all: string }>
    answer: string
    done: string
    notDone: string
    back: string
    failures: {
      user_not_found: string
      forbidden: string
      last_admin: string
      user_suspended: string
      user_has_password: string
      reauthentication_required: string
    }
  }
  clients: {
    title: string
    hint: string
    create: string
    none: string
    noneHint: string
    name: string
    nameHint: string
    kinds: {
      confidential: string
      public: string
    }
    authentication: string
    methods: {
      none: string
      client_secret_basic: string
      client_secret_post: string
      private_key_jwt: string
    }
    authenticationHint: string
    keys: string
    keysHint: string
    badKeys: string
    consent: string
    firstParty: string
    isFirstParty: string
    asksConsent: string
    redirectUris: string
    redirectUrisHint: string
    logoutUris: string
    logoutUrisHint: string
    backchannel: string
    grants: string
    grant: {
      authorization_code: string
      refresh_token: string
      client_credentials: string
      device_code: string
    }
    scopes: string
    scopesHint: string
    resources: string
    resourcesHint: string
    algorithm: string
    pushed: string
    requirePkce: string
    requirePkceHint: string
    pkce: {
      always: string
      or_nonce: string
      never: string
    }
    noPkce: string
    bound: string
    advanced: string
    security: string
    id: string
    status: string
    on: string
    off: string
    edit: string
    save: string
    changed: string
    created: string
    deleted: string
    secretCreated: string
    secrets: string
    secretsHint: string
    noSecrets: string
    revokeSecret: string
    secretAdded: string
    actions: {
      disable: {
        title: string
        explain: string
        button: string
        done: string
      }
      enable: {
        title: string
        explain: string
        button: string
        done: string
      }
      addSecret: {
        title: string
        explain: string
        button: string
      }
      revokeSecret: {
        title: string
        explain: string
        button: string
        done: string
      }
      delete: {
        title: string
        explain: string
        button: string
      }
    }
  }
  clientKinds: {
    choose: string
    connect: string
    connectHint: string
    issuer: string
    discovery: string
    kinds: {
      web: {
        name: string
        hint: string
      }
      spa: {
        name: string
        hint: string
      }
      mobile: {
        name: string
        hint: string
      }
      machine: {
        name: string
        hint: string
      }
    }
  }
  claims: {
    title: string
    hint: string
    who: string
    scope: string
    scopeHint: string
    resource: string
    noResource: string
    show: string
    idToken: string
    accessToken: string
    userInformation: string
    opaque: string
    jwt: string
    none: string
    atLogin: string
    granted: string
    refused: string
    back: string
  }
  sessions: {
    title: string
    hint: string
    who: string
    whoHint: string
    address: string
    addressHint: string
    wrong: string
    nobody: string
    ofClient: string
    signedInTo: string
    all: string
    none: string
    noneFit: string
    noneHint: string
    noneFitHint: string
    user: string
    yours: string
    end: {
      title: string
      explain: string
      button: string
    }
    endsOwn: string
    short: string
    done: string
  }
  deadLetters: {
    title: string
    hint: string
    none: string
    noneHint: string
    webhooks: string
    what: string
    why: string
    subject: string
    attempts: Message<{ count: string }>
    givenUp: string
    short: string
    one: {
      title: string
      explain: string
      button: string
    }
    all: {
      title: string
      explain: string
      button: string
    }
    drop: {
      title: string
      explain: string
      button: string
    }
    shortDrop: string
    dropped: string
    everything: string
    done: string
    replayed: Message<{ count: string }>
  }
  importUsers: {
    title: string
    explain: string
    columns: string
    limits: Message<{ rows: string; megabytes: string }>
    invite: string
    inviteHint: string
    file: string
    check: string
    noFile: string
    dryRun: string
    wouldBe: Message<{ made: string; exist: string; refused: string }>
    mails: string
    noMails: string
    again: string
    go: Message<{ count: string }>
    other: string
    done: string
    was: Message<{ made: string; exist: string; refused: string }>
    leftOut: Message<{ count: string }>
    leftOutOf: string
    fastHashes: Message<{ count: string }>
    exportOf: Message<{ system: string }>
    rowsOf: Message<{ system: string }>
    line: string
    wouldMake: string
    made: string
    exists: string
    refused: string
    more: Message<{ count: number }>
    not_csv: string
    no_names: string
    too_many: string
    stopped: Message<{ line: string }>
    refusals: {
      invalid_row: string
      fast_hash: string
      repeated_row: string
      username_taken: string
      email_taken: string
      deleted_here: string
      forbidden: string
      unreadable: string
      too_long: string
    }
  }
  setup: {
    pageTitle: string
    title: string
    complete: string
    hint: string
    progress: Message<{ done: string; count: string }>
    done: string
    dismiss: string
    dismissed: string
    showClient: string
    steps: {
      password: {
        title: string
        why: string
        action: string
      }
      factor: {
        title: string
        why: string
        action: string
      }
      address: {
        title: string
        why: string
        action: string
      }
      branding: {
        title: string
        why: string
        action: string
      }
      email: {
        title: string
        why: string
        action: string
      }
      client: {
        title: string
        why: string
        action: string
      }
    }
  }
  overview: {
    title: string
    logins: string
    day: string
    week: string
    chart: string
    now: string
    asTable: string
    hour: string
    noLogins: string
    newUsers: string
    inAWeek: Message<{ count: string }>
    moreThan: Message<{ count: string }>
    ages: string
    lastActs: string
    kinds: {
      good: string
      bad: string
      refused: string
    }
  }
  faults: {
    required: string
    unknown_field: string
    wrong_type: string
    too_short: string
    too_long: string
    repeated: string
    invalid_format: string
    not_allowed: string
    out_of_range: string
    too_common: string
    is_username: string
    is_email: string
    invalid: string
  }
  find: {
    label: string
    placeholder: string
    button: string
    title: string
    of: string
    pages: string
    empty: string
    emptyHint: string
    none: string
    noneHint: string
    allUsers: string
    partial: string
  }
  troubles: {
    title: string
    fine: string
    dead: Message<{ count: string }>
    late: Message<{ count: string; minutes: string }>
    failing: Message<{ count: string }>
    deadDo: string
    lateDo: string
    webhookOff: string
    webhookFailing: string
    keyLate: Message<{ purpose: string }>
    keyLateDo: string
    noBackup: string
    oldBackup: Message<{ age: string }>
    backupDo: string
    certificate: Message<{ age: string }>
    certificateExpired: string
    certificateDo: string
    noMail: string
    noMailDo: string
    versions: string
    versionsDo: string
  }
  sinks: {
    mail: string
    auth: string
    users: string
    nats: string
  }
  health: {
    title: string
    users: string
    auth: string
    version: string
    started: string
    workers: string
    database: string
    engines: {
      sqlite: string
      postgres: string
    }
    backup: string
    backupOwn: string
    certificate: string
    certificateUntil: string
    noTls: string
    mail: string
    mailServer: string
    mailbox: string
    waits: string
    nothingWaits: string
    sink: string
    waiting: string
    failing: string
    dead: string
    hint: string
  }
  testEmail: {
    title: string
    hint: string
    explain: Message<{ address: string }>
    button: string
    accepted: string
    acceptedDo: string
    stored: string
    storedDo: string
    to: string
    server: string
    reply: string
    changeAddress: string
    steps: {
      address: string
      host: string
      connect: string
      tls: string
      login: string
      sender: string
      recipient: string
      message: string
    }
    states: {
      done: string
      failed: string
      open: string
    }
    faults: {
      no_address: {
        what: string
        fix: string
      }
      host_not_found: {
        what: string
        fix: string
      }
      connection_failed: {
        what: string
        fix: string
      }
      timed_out: {
        what: string
        fix: string
      }
      tls_failed: {
        what: string
        fix: string
      }
      login_refused: {
        what: string
        fix: string
      }
      sender_refused: {
        what: string
        fix: string
      }
      recipient_refused: {
        what: string
        fix: string
      }
      message_refused: {
        what: string
        fix: string
      }
      deferred: {
        what: string
        fix: string
      }
      unknown: {
        what: string
        fix: string
      }
    }
  }
  signingKeys: {
    title: string
    hint: string
    purpose: {
      access: string
      refresh: string
      id_token: string
      id_token_es256: string
      id_token_eddsa: string
    }
    status: {
      next: string
      active: string
      retired: string
      revoked: string
    }
    key: string
    state: string
    since: string
    from: string
    age: Message<{ age: string }>
    retires: string
    removed: string
    replace: string
    done: string
    doneNow: string
    rotate: {
      title: string
      explain: string
      button: string
    }
    when: string
    soon: string
    now: string
    whenHint: string
    leaked: string
  }
  providers: {
    title: string
    hint: string
    none: string
    noneHint: string
    guide: string
    name: string
    issuer: string
    address: string
    identities: string
    lastUsed: string
    answers: string
    answered: string
    failing: string
    failed: string
    unused: string
    gone: string
    capped: string
  }
  branding: {
    title: string
    hint: string
    fields: {
      name: string
      color: string
      language: string
      privacy_url: string
      terms_url: string
      help_url: string
    }
    nameHint: string
    colorHint: Message<{ example: string }>
    links: string
    linksHint: string
    pick: string
    fixed: Message<{ variable: string }>
    save: string
    update: string
    done: string
    preview: string
    light: string
    dark: string
    picture: {
      light: string
      dark: string
    }
    colors: {
      default: string
      chosen: Message<{ color: string }>
      adjusted: Message<{ color: string }>
    }
    sample: {
      signIn: string
      username: string
      password: string
      forgot: string
      privacy_url: string
      terms_url: string
      help_url: string
    }
    languageHint: string
    english: string
    undo: string
    imagesTitle: string
    imagesHint: Message<{ size: string }>
    images: {
      logo: {
        label: string
        hint: string
      }
      logo_dark: {
        label: string
        hint: string
      }
      favicon: {
        label: string
        hint: string
      }
    }
    upload: {
      logo: string
      logo_dark: string
      favicon: string
    }
    deleteImage: {
      logo: string
      logo_dark: string
      favicon: string
    }
    imageFacts: Message<{ width: string; height: string; size: string }>
    imageDone: {
      saved: string
      deleted: string
    }
    imageRefused: string
    noFile: string
    tooLarge: Message<{ size: string }>
    kibibytes: Message<{ count: string }>
  }
  settings: {
    title: string
    hint: string
    name: string
    value: string
    origin: string
    unset: string
    hidden: string
    given: string
    all: string
    none: string
    origins: {
      default: string
      profile: string
      flag: string
      environment: string
      'env file': string
      'secret file': string
    }
  }
  product: string
  skip: string
  menu: string
  menuGroups: {
    start: string
    people: string
    applications: string
    events: string
    system: string
  }
  signedInAs: string
  account: string
  pages: {
    overview: string
    users: string
    sessions: string
    clients: string
    'api-keys': string
    webhooks: string
    'dead-letters': string
    providers: string
    health: string
    'signing-keys': string
    branding: string
    settings: string
    audit: string
  }
  refused: {
    title: string
    again: string
    noAuth: Message<{ url: string }>
    notFound: string
    noAdmin: string
    uploading: string
    scope: Message<{ scope: string }>
    https: string
    otherSite: string
    back: string
    because: string
  }
  secret: {
    once: string
    kept: string
  }
  sessionsPending: Message<{ time: string }>
  cancel: string
  made: {
    by: string
    command: string
    at: string
    id: string
  }
  quoted: Message<{ words: string }>
  problems: {
    username_taken: string
    email_taken: string
    user_has_password: string
    invalid_request: string
    precondition_failed: string
    webhook_secret_shown_before: string
    idempotency_key_reused: string
    api_key_shown_before: string
    client_secret_shown_before: string
    too_many_client_secrets: string
    client_has_no_secrets: string
    too_many_webhooks: string
    webhook_disabled: string
    image_damaged: string
    image_dimensions_invalid: string
    image_unsupported: string
    image_not_found: string
    changes_limited: string
  }
  search: {
    button: string
    previous: string
    next: string
    first: string
  }
  status: {
    active: string
    suspended: string
  }
  role: {
    user: string
    admin: string
  }
  never: string
  users: {
    title: string
    label: string
    hint: string
    filters: string
    all: string
    active: string
    suspended: string
    admins: string
    name: string
    status: string
    role: string
    created: string
    lastLogin: string
    invited: string
    unconfirmed: string
    count: Message<{ count: number }>
    atLeast: Message<{ count: string }>
    none: string
    partial: string
    noneHere: string
    noneHint: string
  }
}
