import type { factorEndpoints } from '../sign-in/factors.ts'
import type { ExamplesOf } from './example.ts'
import { ids } from './people.ts'

const me = { id: 'me' } as const
const recoveryCodes = [
  'K3XM-7QWD-ZT5A-HN2C',
  'B6RP-MJ4V-YE2K-QXOD',
  'WT5F-3ANC-LG7H-U2ZI',
  'PQ2Y-XK6B-RD4M-ENVA',
  'C7HJ-TO5W-3SFL-KZ6G',
  'MY4N-QB2E-XA7R-DIPU',
  'ZG6T-LW3K-HC5V-OJ2X',
  'FR7A-SN4D-EM2P-YTQB',
  'UK5I-ZV6H-W3GO-LCXJ',
  'DX2E-PT7M-NB4Q-RAFY',
]

export const factorExamples = {
  getFactors: {
    params: me,
    reply: {
      totp: { added_at: '2026-11-21T09:42:00.000Z', last_used_at: '2026-11-21T09:42:00.000Z' },
      recovery_codes: { left: 10, made_at: '2026-11-21T09:42:00.000Z' },
      is_required_at_login: true,
    },
  },
  enrolTotp: {
    params: me,
    reply: {
      secret: 'IRXW4J3UEBKGK3DMEBAW46LPNZSSCRTP',
      uri: 'otpauth://totp/auth.example.com:ada?secret=IRXW4J3UEBKGK3DMEBAW46LPNZSSCRTP&issuer=auth.example.com&algorithm=SHA1&digits=6&period=30',
      qr_code: '<svg xmlns="http://www.w3.org/2000/svg" viewBox="0 0 53 53">…</svg>',
      expires_in: 600,
    },
  },
  confirmTotp: { params: me, body: { code: '492039' }, reply: { recovery_codes: recoveryCodes } },
  makeRecoveryCodes: { params: me, reply: { recovery_codes: recoveryCodes } },
  removeTotp: { params: me },
  resetFactors: { params: { id: ids.ada } },
} satisfies ExamplesOf<typeof factorEndpoints>
