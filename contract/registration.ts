import { registerFields } from './auth.ts'
import { call, nothing, shaped } from './kit/call.ts'
import { choice, flag, longText, ref, secret } from './kit/field.ts'

const { password: _, password2: __, ...fields } = registerFields

/** What an applicant may correct; the password stays. */
export const applicationFields = fields

/** What proves that somebody may act for an organisation. */
export const proofKinds = [
  [1, ['授权委托书', 'Letter of authorisation']],
  [2, ['营业执照', 'Business licence']],
] as const

/** The formats and the size in bytes of a proof. */
export const proofRules = {
  extensions: ['pdf', 'png', 'jpg', 'jpeg'],
  limit: 5 * 1024 * 1024,
  wrongKind: ['证明材料只支持 pdf、jpg、png 格式', 'The proof must be a pdf, jpg or png file'],
  tooLong: ['证明材料不能超过 5 MB', 'The proof must be at most 5 MB'],
} as const

export interface Proof {
  readonly kind: (typeof proofKinds)[number][0]
  readonly name: string
  readonly createTime: string
}

/** What an account of the same organisation says about a registration. */
export interface ClerkAnswer {
  readonly name: string
  readonly account: string
  readonly agrees: boolean
  readonly reason: string | null
  readonly createTime: string
}

/** What the approval of a registration rests on, for those who approve. */
export interface RegistrationCheck {
  readonly id: string
  readonly account: string
  readonly realName: string
  readonly unitName: string | null
  readonly organizationCode: string | null
  /** Whether no active account has the credit code yet. */
  readonly isFirst: boolean
  readonly proof: (Proof & { readonly id: string }) | null
  readonly answers: readonly ClerkAnswer[]
  /** Whether the officer has to record a check of their own. */
  readonly needsCheck: boolean
  /** Null until it is approved. */
  readonly approvedAt: string | null
  /** What the officer who approved has recorded. */
  readonly checkNote: string | null
}

/** A registration in the name of the caller's organisation. */
export interface Colleague {
  readonly id: string
  readonly account: string
  readonly realName: string
  /** Masked. */
  readonly phone: string | null
  readonly createTime: string
  readonly answers: readonly ClerkAnswer[]
  /** The caller's own answer. */
  readonly answer: ClerkAnswer | null
}

/** A registration that is not approved yet, as its applicant reads it. */
export interface Application {
  readonly state: 'waiting' | 'refused'
  /** When it was handed in last. */
  readonly submitTime: string
  /** Why it was refused, if a reason was given. */
  readonly reason: string | null
  /** The file that was handed in last. */
  readonly proof: Proof | null
  /** By name of `applicationFields`; values that a client of the family did not ask for are missing. */
  readonly values: Readonly<Partial<Record<keyof typeof applicationFields, string | number | null>>>
}

/** In the answer to a login that was refused because the registration is not approved: what its owner may do with the key. */
export interface RefusedLogin {
  readonly registration?: { readonly key: string; readonly state: Application['state'] }
}

/** For thirty minutes; each change uses it up and answers another one. */
const key = secret('登记凭据', 'Registration key', { required: true })

/** Calls of applicants, who have no session: the key comes from a login with the right password (specification 000, section 5). */
export const registration = {
  read: call('POST', 'caict-auth/registration/read', ['查看注册申请', 'Read a registration'], {
    access: 'public',
    input: { key },
    output: shaped<Application>(),
  }),
  resubmit: call('POST', 'caict-auth/registration/resubmit', ['修改并重新提交', 'Correct and submit again'], {
    access: 'public',
    encrypted: true,
    input: { key, ...applicationFields },
    output: shaped<{ readonly key: string }>(),
  }),
  /** One file with the key in the header `registration-key`: it is used up, and the answer has another one. */
  proof: call('POST', 'caict-auth/registration/proof', ['提交证明材料', 'Hand in a proof'], {
    access: 'public',
    body: 'multipart',
    input: { kind: choice('材料类型', 'Type', { required: true, choices: proofKinds }) },
    output: shaped<{ readonly key: string; readonly proof: Proof }>(),
  }),
  /** The registrations in the name of the caller's organisation that wait. */
  colleagues: call(
    'GET',
    'caict-auth/registration/colleagues',
    ['本单位的注册申请', 'Registrations of my organisation'],
    {
      access: 'login',
      output: shaped<readonly Colleague[]>(),
    },
  ),
  /** Confirms one of them, or objects, with the reason. */
  answer: call('POST', 'caict-auth/registration/answer', ['确认或异议', 'Confirm or object'], {
    access: 'login',
    input: {
      userId: ref('用户', 'User', { required: true }),
      agrees: flag('确认', 'Confirm', { required: true }),
      reason: longText('异议理由', 'Reason', { max: 200 }),
    },
    output: nothing,
  }),
}
