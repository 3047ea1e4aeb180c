/** The texts of the overview. */
export const overviewEnglish = {
  overview: {
    title: 'Overview',
    logins: 'Sign-ins',
    day: '24 hours',
    week: '7 days',
    chart: 'Sign-ins by hour: good, bad and refused. The numbers are in the table below.',
    now: 'now',
    asTable: 'As a table',
    hour: 'Hour',
    noLogins:
      'Nobody has tried to sign in during this time. As soon as somebody does, a bar for each hour shows how it went.',
    newUsers: 'New users',
    inAWeek: (count: string) => `${count} in the last 7 days`,
    moreThan: (count: string) => `More than ${count} in the last 7 days`,
    ages: 'Keys and certificates',
    lastActs: 'What was done last',
    kinds: { good: 'good', bad: 'wrong password or factor', refused: 'refused by limits' },
  },
}
