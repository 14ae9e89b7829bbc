/** The statements of the site, by code; the order is that of the footer. */
export const statementKinds = [
  ['privacy', ['隐私政策', 'Privacy policy']],
  ['terms', ['用户协议', 'Terms of use']],
  ['accessibility', ['无障碍声明', 'Accessibility']],
  ['site', ['网站声明', 'About this site']],
  ['correction', ['网站纠错', 'Report an error']],
] as const

export type StatementCode = (typeof statementKinds)[number][0]

/** Stand in a text for the operator of the site and how to reach it, which are parameters. */
export const statementMarks = { operator: '{operator}', contact: '{contact}' } as const
