import type { loginStepEndpoints } from '../sign-in/login-steps.ts'
import type { ExamplesOf } from './example.ts'
import { ids, loginToken, password, tokenPair } from './people.ts'

/** An example for each endpoint that continues a login, and for those of the step-up and of remembered devices. */
export const loginStepExamples = {
  completeLoginByTotp: {
    body: { login_token: loginToken, code: '492039', remember_device: true },
    reply: { ...tokenPair, device_token: 'lk_device_dGhlIGxhcHRvcCBvZiBhZGEgZm9yIHRoaXJ0eSBkYXlz' },
  },
  completeLoginByRecoveryCode: {
    body: { login_token: loginToken, code: 'ABCD-EFGH-IJKL-MNOP' },
    reply: tokenPair,
  },
  enrolTotpAtLogin: {
    body: { login_token: loginToken },
    reply: {
      secret: 'JBSWY3DPEHPK3PXPJBSWY3DPEHPK3PXP',
      uri: 'otpauth://totp/auth.example.com:ada?secret=JBSWY3DPEHPK3PXPJBSWY3DPEHPK3PXP&issuer=auth.example.com&algorithm=SHA1&digits=6&period=30',
      qr_code: '<svg xmlns="http://www.w3.org/2000/svg" viewBox="0 0 41 41"></svg>',
      expires_in: 600,
    },
  },
  stepUp: { body: { password, totp: '492039' }, reply: tokenPair },
  listDevices: {
    params: { id: ids.ada },
    reply: {
      data: [
        {
          id: '01a1f4d4-9c41-7b83-a1f0-6d2e8b405c17',
          name: 'Ada’s laptop',
          address: '127.0.0.1',
          remembered_at: '2026-11-21T09:33:20.000Z',
          expires_at: '2026-12-21T09:33:20.000Z',
        },
      ],
    },
  },
  forgetDevice: { params: { id: ids.ada, device_id: '01a1f4d4-9c41-7b83-a1f0-6d2e8b405c17' } },
} satisfies ExamplesOf<typeof loginStepEndpoints>
