import { int, type Row, text, time } from './kit/field.ts'

/** The statements to which people agree who register for an enterprise or an operator. */
export const consentCodes = ['privacy', 'terms'] as const

/** One of them, in the version that is in force, with its title in the reader's language. */
export const agreementFields = {
  code: text('类别', 'Kind', { required: true }),
  title: text('标题', 'Title', { required: true }),
  version: int('版本', 'Version', { required: true }),
} as const

/** An agreement of an account, as its administrators see it. */
export const consentFields = {
  ...agreementFields,
  createTime: time('同意时间', 'Agreed at', { required: true }),
} as const

export type Agreement = Row<typeof agreementFields>

type Version = Pick<Agreement, 'code' | 'version'>

/** Statements and versions that somebody agrees to, as a request names them: `privacy:1,terms:2`. */
export const consentField = text('同意的声明', 'Statements agreed to', { max: 100 })

export const writeConsents = (all: readonly Version[]): string =>
  all.map(({ code, version }) => `${code}:${version}`).join(',')

/** What `writeConsents` has written; other parts are left out. */
export const readConsents = (written: string): Version[] =>
  written.split(',').flatMap((part) => {
    const [, code = '', version] = /^([a-z]+):(\d{1,9})$/.exec(part) ?? []
    return consentCodes.some((one) => one === code) ? [{ code, version: Number(version) }] : []
  })
