import { call, shaped } from '../kit/call.ts'
import { text } from '../kit/field.ts'

/** Shorter texts match too much to be useful. */
export const minSearchLength = 2

/** A record that the command palette offers. */
export interface RecordMatch {
  readonly entity: string
  readonly id: string
  readonly title: string
  /** The fields of `quickSearch` that the caller may see and that have a value, in that order. */
  readonly fields: readonly { readonly name: string; readonly value: string }[]
}

export const recordSearch = {
  /**
   * Records of each entity with `quickSearch` that the caller may list, at most five of each, by a part of a number or name.
   */
  records: call('GET', 'caict-desk/search/records', ['搜索数据', 'Search records'], {
    access: 'login',
    input: { text: text('编号或名称', 'Number or name', { required: true, max: 64 }) },
    output: shaped<RecordMatch[]>(),
  }),
}
