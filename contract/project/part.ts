import { call, type Endpoint, shaped, type UserAccess } from '../kit/call.ts'
import { type Fields, int, type RowInput, ref } from '../kit/field.ts'
import type { Text } from '../kit/text.ts'
import type { SaveResult } from './status.ts'

/** Progress of a part: 0 not started, 1 in progress, 2 complete, 3 to be corrected, 4 with somebody else. */
export const partStates = [
  ['未填写', 'Not started'],
  ['填写中', 'In progress'],
  ['已完成', 'Complete'],
  ['需修改', 'Needs correction'],
  ['他方填写中', 'With the operator'],
] as const satisfies readonly Text[]

const declarationRef = {
  pid: ref('申报', 'Declaration', { required: true }),
  version: int('版本', 'Version'),
} as const

/** A stored part: its fields as typed, and the version to send back when saving. */
export type Document = { pid: string; version: number } & Record<string, unknown>

/** All parts of a declaration, as far as the caller reads them. */
export interface Documents {
  /** By the code of the part; that of the information is the answer of `detail`. */
  parts: Record<string, Document>
  /** The files of these parts. */
  files: readonly { id: string; originalName: string; attachSize: number | null }[]
}

export interface Part<F extends Fields = Fields, M extends Fields = Fields> {
  readonly code: string
  readonly label: Text
  /** Why these data are needed: one sentence at the top of the page. */
  readonly why: Text
  readonly fields: F
  readonly calls: {
    readonly save: Endpoint<RowInput<F & M> & RowInput<typeof declarationRef>, SaveResult, UserAccess>
    readonly detail: Endpoint<{ pid?: string | null }, Document, UserAccess>
  }
}

interface Saving<M extends Fields> {
  /** Last segment of the path. */
  readonly at?: 'save' | 'saveMap' | 'submit'
  /** Values that clients may save with the part although its page does not show them. */
  readonly saveOnly?: M
}

/**
 * One part of a declaration: a document of fields. It is saved as typed, in whole groups, and fully checked only when
 * the declaration is submitted (docs/decisions/0003).
 */
export const part = <const F extends Fields, const M extends Fields = Record<never, never>>(
  code: string,
  path: string,
  label: Text,
  why: Text,
  fields: F,
  { at = 'save', saveOnly }: Saving<M> = {},
): Part<F, M> => ({
  code,
  label,
  why,
  fields,
  calls: {
    save: call('POST', `caict-porject/${path}/${at}`, label, {
      access: { perm: ['declaration_edit', 'declaration_confirm'] } as UserAccess,
      input: { ...declarationRef, ...fields, ...saveOnly },
      output: shaped<SaveResult>(),
      body: 'draft',
    }) as Part<F, M>['calls']['save'],
    detail: call('GET', `caict-porject/${path}/detail`, label, {
      access: { perm: ['declaration'] },
      input: { pid: declarationRef.pid },
      output: shaped<Document>(),
    }) as Part<F, M>['calls']['detail'],
  },
})
