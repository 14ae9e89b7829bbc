import { column } from '#contract/news/column.ts'
import { publicNotice } from '#contract/project/public-notice.ts'
import type { Caller, Platform } from './platform.ts'

const { calls } = publicNotice

/** What the form of a notice asks besides its template. */
export const noticeValues = {
  title: '关于拟入库项目的公示',
  organisation: '某工业和信息化厅',
  contactName: '某处',
  phone: '025-12345678',
}

/** Adds a column of articles that visitors see; resolves to its id. */
export const addColumn = async (platform: Platform): Promise<string> =>
  (await (await platform.admin()).get(column.calls.save, { name: '公示', type: 2, sort: 1, isOpen: 1 })).id

type SecondAct = 'publish' | 'withdraw'

/** Publishes or withdraws a notice as it is now. */
export const askAct = async (by: Caller, act: SecondAct, id: string) => {
  const { version } = await by.get(calls.read, { id })
  return by.ask(calls[act], { id, version })
}

/** The same, which must succeed. */
export const doAct = async (by: Caller, act: SecondAct, id: string): Promise<void> => {
  const { success, msg } = await askAct(by, act, id)
  if (!success) throw new Error(msg)
}
