/** The texts of the overview. */
export const overviewEnglish = {
  overview: {
    title: 'Overview',
    logins: 'Sign-ins',
    day: '24 hours',
    week: '7 days',
    chart: 'Sign-ins per hour: successful, failed and rate-limited. The numbers are in the table below.',
    now: 'now',
    asTable: 'Show as table',
    hour: 'Hour',
    noLogins: 'No sign-ins in this period. The chart shows one bar per hour as soon as users sign in.',
    newUsers: 'New users',
    inAWeek: (count: string) => `${count} in the last 7 days`,
    moreThan: (count: string) => `More than ${count} in the last 7 days`,
    ages: 'Keys and certificates',
    lastActs: 'Recent admin activity',
    kinds: { good: 'Successful', bad: 'Wrong password or factor', refused: 'Rate-limited' },
  },
}
