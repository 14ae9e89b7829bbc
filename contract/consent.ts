import { call, nothing, shaped } from './kit/call.ts'
import { ref, text } from './kit/field.ts'

/** The statements to which people agree who register for an enterprise or an operator. */
export const consentCodes = ['privacy', 'terms'] as const

/** One of them, in the version that is in force, with its title in the reader's language. */
export interface Agreement {
  readonly code: string
  readonly title: string
  readonly version: number
}

/** An agreement of an account, as its administrators see it. */
export interface Consent extends Agreement {
  readonly createTime: string
}

type Version = Pick<Agreement, 'code' | 'version'>

/** Statements and versions that somebody agrees to, as a request names them: `privacy:1,terms:2`. */
export const writeConsents = (all: readonly Version[]): string =>
  all.map(({ code, version }) => `${code}:${version}`).join(',')

/** What `writeConsents` has written; other parts are left out. */
export const readConsents = (written: string): Version[] =>
  written.split(',').flatMap((part) => {
    const [, code = '', version] = /^([a-z]+):(\d{1,9})$/.exec(part) ?? []
    return consentCodes.some((one) => one === code) ? [{ code, version: Number(version) }] : []
  })

/** In a file of their own: every session loads them. */
export const consentCalls = {
  /**
   * The statements of the site whose present version the caller has not agreed to. Our pages ask for it; nothing is refused without it,
   * since other clients do not know how to ask.
   */
  pendingAgreements: call('GET', 'caict-auth/oauth/agreements', ['待同意的声明', 'Agreements'], {
    access: 'login',
    output: shaped<Agreement[]>(),
  }),
  agree: call('POST', 'caict-auth/oauth/agreements/agree', ['同意声明', 'Agree'], {
    access: 'login',
    input: { consents: text('同意的声明', 'Consents', { required: true, max: 100 }) },
    output: nothing,
  }),
  /** What an account has agreed to, the latest first, for whoever may see the account. */
  ofAccount: call('GET', 'caict-system/user/consents', ['同意记录', 'Consents'], {
    access: { perm: ['user'] },
    input: { id: ref('用户', 'User', { required: true }) },
    output: shaped<Consent[]>(),
  }),
}
