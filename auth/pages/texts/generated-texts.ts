// Written by npm run generate, from en.json.
import type { Message } from '#runtime/texts/message.ts'

export interface Texts {
  footer: {
    privacy: string
    terms: string
    help: string
  }
  signIn: {
    title: string
    paragraphs: readonly string[]
    button: string
    name: {
      label: string
      faults: {
        other: string
      }
    }
    password: {
      label: string
      faults: {
        other: string
      }
    }
    wrong: string
    signedOut: string
    toGoOn: Message<{ app: string }>
    useAnother: string
    forgot: string
    signUp: string
  }
  limited: Message<{ minutes: number }>
  temporaryPassword: {
    title: string
    paragraphs: readonly [string]
    button: string
  }
  secondFactor: {
    code: {
      title: string
      paragraphs: readonly [string]
      button: string
      code: {
        label: string
        hint: string
        faults: {
          other: string
        }
      }
      appCode: {
        label: string
        hint: string
        faults: {
          other: string
        }
      }
      recoveryCode: {
        label: string
        hint: string
        faults: {
          other: string
        }
      }
    }
    wrong: string
    remember: string
    app: {
      title: string
      paragraphs: readonly [string]
      key: string
    }
    addApp: {
      title: string
      paragraphs: readonly [string, string]
      button: string
    }
    replaceApp: {
      title: string
      paragraphs: readonly [string]
      button: string
    }
    scanApp: {
      title: string
      paragraphs: readonly [string]
      button: string
    }
    confirmApp: {
      title: string
      paragraphs: readonly [string]
      button: string
      again: string
    }
    removeApp: {
      title: string
      paragraphs: readonly [string]
      points: readonly [string, string, string]
      button: string
    }
    makeCodes: {
      title: string
      paragraphs: readonly [string, string]
      button: string
    }
    recoveryCodes: {
      title: string
      paragraphs: readonly [string]
      button: string
      typed: {
        label: string
        hint: string
        faults: {
          other: string
        }
      }
      file: string
      fileTitle: Message<{ username: string }>
    }
    prove: {
      title: string
      paragraphs: readonly [string]
      passed: {
        idle: Message<{ time: string }>
        lifetime: Message<{ time: string }>
      }
      button: string
      code: {
        label: string
        hint: string
        faults: {
          other: string
        }
      }
      appCode: {
        label: string
        hint: string
        faults: {
          other: string
        }
      }
      recoveryCode: {
        label: string
        hint: string
        faults: {
          other: string
        }
      }
    }
  }
  passkey: {
    or: string
    signIn: string
    step: string
    prove: string
    needsScript: string
    unsupported: string
    cancelled: string
    known: string
    failed: string
    refused: string
    stepText: string
    add: {
      title: string
      paragraphs: readonly [string]
      button: string
      name: {
        label: string
        hint: string
        faults: {
          too_long: string
          other: string
        }
      }
    }
    taken: string
    tooMany: string
    rename: {
      title: string
      paragraphs: readonly string[]
      button: string
    }
    remove: {
      title: string
      paragraphs: readonly [Message<{ called: string }>]
      points: readonly [string, string, string]
      button: string
      after: readonly [string]
    }
    lastWayIn: string
  }
  waysIn: {
    title: string
    app: string
    noApp: string
    isOn: string
    isRefused: string
    addApp: string
    replaceApp: string
    removeApp: string
    codes: string
    codesLeft: Message<{ left: number }>
    makeCodes: string
    passkeys: string
    passkeysText: string
    addPasskey: string
    renamePasskey: string
    removePasskey: string
    added: Message<{ at: string }>
    lastUsedOn: Message<{ day: string }>
    refusedPasskey: string
    devices: string
    devicesText: string
    remembered: Message<{ at: string; until: string }>
    forgetDevice: string
    forgetDevices: string
  }
  federated: {
    title: string
    about: string
    continueWith: Message<{ title: string }>
    linkAnother: Message<{ title: string }>
    unlink: string
    signInToLink: Message<{ title: string }>
    link: {
      title: Message<{ title: string }>
      paragraphs: readonly [Message<{ account: string; username: string }>]
      button: string
      after: readonly [string]
    }
    notLinked: string
    taken: string
    tooMany: string
    unconfirmed: string
    remove: {
      title: Message<{ title: string }>
      paragraphs: readonly [string]
      points: readonly [Message<{ title: string }>, string]
      button: string
    }
    lastWayIn: string
    failed: {
      title: Message<{ title: string }>
      paragraphs: readonly [Message<{ title: string }>]
    }
    refused: {
      title: Message<{ title: string }>
      paragraphs: readonly [Message<{ title: string }>]
    }
    tooLate: {
      title: string
      paragraphs: readonly [string]
    }
    otherWay: string
    noPassword: string
    setPassword: string
  }
  signUp: {
    title: string
    paragraphs: readonly string[]
    button: string
    username: {
      label: string
      hint: string
      faults: {
        required: string
        too_short: string
        too_long: string
        invalid_format: string
        username_taken: string
        other: string
      }
    }
    password: string
    signIn: string
  }
  signedUp: {
    title: string
    paragraphs: readonly [Message<{ email: string }>, string]
  }
  cookieRefused: {
    title: string
    paragraphs: readonly [string, string]
  }
  account: {
    title: string
    signOut: string
    profile: string
    username: string
    name: string
    email: string
    language: string
    automaticLanguage: string
    password: string
    noName: string
    noPassword: string
    unconfirmed: string
    change: string
    sessions: string
    thisSession: string
    unknownDevice: string
    signedIn: Message<{ at: string }>
    lastUsed: Message<{ at: string }>
    endSession: string
    endOtherSessions: string
    deletion: string
    deletionText: string
    deletionLink: string
    done: {
      name: string
      email: string
      language: string
      password: string
      session: string
      sessions: string
      app: string
      app_removed: string
      codes: string
      passkey: string
      passkey_renamed: string
      passkey_removed: string
      device: string
      devices: string
      app_revoked: string
      identity: string
      identity_removed: string
    }
  }
  changeName: {
    title: string
    paragraphs: readonly [string]
    button: string
    name: {
      label: string
      faults: {
        too_long: string
        other: string
      }
    }
  }
  changeEmail: {
    title: string
    paragraphs: readonly [string]
    button: string
    label: string
  }
  changeLanguage: {
    title: string
    paragraphs: readonly [string]
    button: string
    label: string
    hint: string
    automatic: string
  }
  changePassword: {
    title: string
    paragraphs: readonly [string]
    button: string
    current: {
      label: string
      faults: {
        wrong: string
        other: string
      }
    }
  }
  deleteAccount: {
    title: string
    paragraphs: readonly [string]
    points: readonly [string, string]
    button: string
    username: {
      label: string
      hint: Message<{ username: string }>
      faults: {
        other: Message<{ username: string }>
      }
    }
  }
  lastAdmin: string
  deleted: {
    title: string
    paragraphs: readonly [string]
  }
  toAccount: string
  back: string
  refusedHere: {
    title: string
    paragraphs: readonly [string]
  }
  tryAgainHere: {
    title: string
    paragraphs: readonly [string]
  }
  problem: string
  email: {
    label: string
    faults: {
      required: string
      too_long: string
      email_taken: string
      other: string
    }
  }
  password: {
    label: string
    hint: string
    faults: {
      required: string
      too_short: string
      too_long: string
      is_username: string
      is_email: string
      too_common: string
      other: string
    }
  }
  forgotPassword: {
    title: string
    paragraphs: readonly [string]
    button: string
  }
  mailRequested: {
    title: string
    paragraphs: readonly [string, string]
  }
  asks: {
    reset_password: {
      title: string
      paragraphs: readonly [Message<{ username: string }>]
      button: string
    }
    invitation: {
      title: string
      paragraphs: readonly [Message<{ username: string }>]
      button: string
    }
    verify_email: {
      title: string
      paragraphs: readonly [Message<{ email: string; username: string }>]
      button: string
      after: readonly [string]
    }
    change_email: {
      title: string
      paragraphs: readonly [Message<{ email: string; username: string }>]
      button: string
      after: readonly [string]
    }
    take_back: {
      title: string
      paragraphs: readonly [Message<{ username: string }>]
      points: readonly [string, string, string, string, Message<{ email: string }>]
      button: string
      after: readonly [string, string]
    }
  }
  done: {
    reset_password: {
      title: string
      paragraphs: readonly [Message<{ username: string }>]
    }
    invitation: {
      title: string
      paragraphs: readonly [Message<{ username: string }>]
    }
    verify_email: {
      title: string
      paragraphs: readonly [Message<{ email: string }>]
    }
    change_email: {
      title: string
      paragraphs: readonly [Message<{ email: string }>]
    }
  }
  takenBack: {
    title: string
    paragraphs: readonly [Message<{ email: string }>, Message<{ minutes: number }>]
    button: string
  }
  linkInvalid: {
    title: string
    paragraphs: readonly [string, string]
    button: string
    after: readonly [string]
  }
  tryAgain: {
    title: string
    paragraphs: readonly [string]
  }
  refused: {
    title: string
    paragraphs: readonly [string]
  }
  oidc: {
    consent: {
      title: string
      paragraphs: readonly [Message<{ app: string; user: string }>]
      button: string
    }
    ofOthers: string
    scopes: {
      openid: string
      profile: string
      email: string
      roles: string
      offline_access: string
    }
    other: Message<{ scope: string }>
    resource: Message<{ scopes: string; address: string }>
    leadsTo: Message<{ host: string }>
    leadsToDevice: string
    takeBack: string
    changed: string
    choose: {
      title: string
      paragraphs: readonly [Message<{ app: string }>]
    }
    continueAs: Message<{ user: string }>
    cancel: string
    otherAccount: {
      title: string
      paragraphs: readonly [Message<{ user: string; app: string }>]
    }
    needsFactor: {
      title: string
      paragraphs: readonly [Message<{ app: string }>, string]
      addApp: string
    }
    goOn: string
    goingOn: {
      title: string
      paragraphs: readonly [Message<{ app: string }>]
    }
    over: {
      title: string
      paragraphs: readonly [string]
    }
    userCode: {
      title: string
      paragraphs: readonly [string]
      button: string
      code: {
        label: string
        hint: string
        faults: {
          wrong: string
          expired: string
          used: string
          aborted: string
          failed: string
          other: string
        }
      }
    }
    confirmDevice: {
      title: string
      paragraphs: readonly [Message<{ app: string }>]
      button: string
      warning: string
      no: string
    }
    device: Message<{ userAgent: string; address: string }>
    deviceDone: {
      title: string
      paragraphs: readonly [Message<{ app: string }>]
    }
    logout: {
      title: string
      paragraphs: readonly [Message<{ app: string }>, string]
      button: string
      stay: string
    }
    loggedOut: {
      title: string
      paragraphs: readonly string[]
    }
    problems: {
      expired: {
        title: string
        paragraphs: readonly [string]
      }
      refused: {
        title: string
        paragraphs: readonly [string]
      }
      badRequest: {
        title: string
        paragraphs: readonly [string]
      }
      unknownApp: {
        title: string
        paragraphs: readonly [string, string]
      }
      badAddress: {
        title: string
        paragraphs: readonly [string, string]
      }
      outage: {
        title: string
        paragraphs: readonly [string]
      }
    }
    apps: {
      title: string
      text: string
      since: Message<{ day: string }>
      revoke: string
    }
    forDevelopers: string
    requestId: string
  }
}
