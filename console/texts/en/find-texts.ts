/** The texts of the search in users, clients, webhooks and pages. */
export const findEnglish = {
  find: {
    label: 'Search users, clients, webhooks and pages',
    placeholder: 'Search',
    button: 'Search everything',
    title: 'Search',
    of: 'Results for',
    pages: 'Pages',
    empty: 'Search everything',
    emptyHint:
      'Enter part of a name, username, email address, URL or ID. Press / on any page to start a search.',
    none: 'No results.',
    noneHint: 'Check the spelling, or search for a part of the name.',
    allUsers: 'Show all matching users',
    partial: 'New users are still being indexed and may be missing.',
  },
}
