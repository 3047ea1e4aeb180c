/** The texts of the kinds of applications, and of how to connect one. */
export const clientKindEnglish = {
  clientKinds: {
    choose: 'What kind of application is it? You can change every setting on the next page.',
    connect: 'Connect your application',
    connectHint: 'Most applications need only these values and the client secret, if there is one.',
    issuer: 'Issuer URL',
    discovery: 'Discovery URL',
    kinds: {
      web: {
        name: 'Web application',
        hint: 'Runs on a server and keeps a client secret: Grafana, GitLab, Next.js, Django, Rails.',
      },
      spa: {
        name: 'Single-page application',
        hint: 'Runs in the browser, without a client secret: React, Vue, Angular.',
      },
      mobile: {
        name: 'Mobile or desktop app',
        hint: 'Runs on a device of the user, without a client secret: iOS, Android, Electron.',
      },
      machine: {
        name: 'Machine to machine',
        hint: 'Calls APIs as itself, without a user: jobs, services, scripts.',
      },
    },
  },
}
