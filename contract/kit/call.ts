import type { Fields, Row, RowInput } from './field.ts'
import type { Text } from './text.ts'

/** Who may call: everybody, any logged-in caller, or holders of one of these permission codes. There is no default. */
export type Access = 'public' | UserAccess
/**
 * Access that needs a session: the handler of such a call has a signed-in user. `staff` closes it to the accounts of enterprises and
 * operators, whatever their roles.
 */
export type UserAccess = 'login' | { readonly perm: readonly string[]; readonly staff?: true }

/** The position of an action's button on its screen, and the confirmation text it displays first. */
export interface Button {
  readonly at: 'toolbar' | 'bulk' | 'row'
  readonly label: Text
  readonly confirmText?: Text
  /** Success message, with {0} for the number of rows: 已解锁 {0} 个账号. */
  readonly successText?: Text
  /** What stands before it; by default 操作成功!. */
  readonly doneWord?: Text
  readonly danger?: boolean
  /** The action that does the same in the background, for more rows than a request handles. */
  readonly inBackground?: string
  /** Fields that the button's form requires although the endpoint does not. */
  readonly requiredFields?: readonly string[]
}

export interface Page<T> {
  records: T[]
  /** Exact up to 10,000; above that `capped` is true and the screen displays "10,000+". */
  total: number
  size: number
  current: number
  pages: number
  capped?: boolean
}

/** Node of a tree for pickers: key and value equal id, title is the label. */
export interface TreeNode {
  id: string
  parentId: string
  key: string
  value: string
  title: string
  hasChildren?: boolean
  children?: TreeNode[]
}

/** An output whose shape is a TypeScript type instead of a list of fields. */
interface Shaped<T> {
  readonly as: 'shaped' | 'flat'
  readonly type?: T
}

/** The shape of a response. All but `flat`, `file` and `redirect` use the envelope {code, success, data, msg}. */
export type OutputShape =
  | { readonly as: 'nothing' | 'nodes' | 'file' | 'redirect' }
  | Shaped<unknown>
  | { readonly as: 'row' | 'rows' | 'page'; readonly fields: Fields }

export type Out<G extends OutputShape> = G extends { as: 'nothing' }
  ? null
  : G extends { as: 'nodes' }
    ? TreeNode[]
    : G extends Shaped<infer T>
      ? T
      : G extends { as: 'row'; fields: infer F extends Fields }
        ? Row<F>
        : G extends { as: 'rows'; fields: infer F extends Fields }
          ? Row<F>[]
          : G extends { as: 'page'; fields: infer F extends Fields }
            ? Page<Row<F>>
            : unknown

export const nothing = { as: 'nothing' } as const
export const nodes = { as: 'nodes' } as const
export const shaped = <T>(): Shaped<T> => ({ as: 'shaped' })
export const file = { as: 'file' } as const
/** An address opened in a browser. The response is a redirect, or a page with the error. */
export const redirect = { as: 'redirect' } as const
export const row = <const F extends Fields>(fields: F) => ({ as: 'row', fields }) as const
export const rows = <const F extends Fields>(fields: F) => ({ as: 'rows', fields }) as const
export const page = <const F extends Fields>(fields: F) => ({ as: 'page', fields }) as const
/** Flat JSON outside the envelope, as the token endpoints return it. */
export const flat = <T>(): Shaped<T> => ({ as: 'flat' })

/** The declaration of one endpoint. `in` and `out` exist for the compiler only. */
export interface Endpoint<In = unknown, Out = unknown, A extends Access = Access> {
  readonly method: 'GET' | 'POST'
  readonly path: string
  readonly access: A
  readonly label: Text
  readonly input: Fields
  readonly output: OutputShape
  /** Of a list: fields that it can be filtered by, besides those of its rows. */
  readonly filters?: Fields
  /**
   * `filters`: list parameters in addition to `input`; `list`: the body is an array of rows; `multipart`: one file;
   * `draft`: values are stored as typed, valid or not, and only unknown keys are dropped.
   */
  readonly body?: 'filters' | 'list' | 'multipart' | 'draft'
  /** Our client encrypts the body and gets an encrypted response (docs/decisions/0017); others may send plain text. */
  readonly encrypted?: boolean
  readonly button?: Button
  readonly in?: In
  readonly out?: Out
}

export type InOf<E> = E extends Endpoint<infer I, unknown> ? I : never
export type OutOf<E> = E extends Endpoint<never, infer O> | Endpoint<infer _, infer O> ? O : never

export interface Extras<G extends OutputShape = OutputShape, A extends Access = Access> {
  readonly label?: Text
  readonly output?: G
  readonly access?: A
  /** Last segment of the path, if it is not the action's name in kebab case; with a leading slash the whole path below /api. */
  readonly at?: string
  readonly body?: Endpoint['body']
  readonly encrypted?: boolean
  readonly button?: Button
}

/** A special call of an entity. Its path and permission derive from the entity and the action's name. */
export interface Action<F extends Fields = Fields, G extends OutputShape = OutputShape, A extends Access = Access>
  extends Extras<G, A> {
  readonly method: 'GET' | 'POST'
  readonly input: F
}

const action =
  (method: 'GET' | 'POST') =>
  <const F extends Fields, const G extends OutputShape = typeof nothing, const A extends Access = UserAccess>(
    input: F,
    extras: Extras<G, A> = {},
  ): Action<F, G, A> => ({
    method,
    input,
    ...extras,
  })
export const get = action('GET')
export const post = action('POST')

/** A call that belongs to no entity. `path` is the whole address below /api. */
export const call = <const F extends Fields, const G extends OutputShape, const A extends Access>(
  method: 'GET' | 'POST',
  path: string,
  label: Text,
  spec: { access: A; input?: F; output: G } & Pick<Endpoint, 'body' | 'encrypted'>,
): Endpoint<RowInput<F>, Out<G>, A> => ({ method, path: `/api/${path}`, label, input: {}, ...spec })
