import { flowManager } from '#contract/flow/flow-manager.ts'
import type { Endpoint } from '#contract/kit/call.ts'
import type { Answer, Caller } from './platform.ts'

/** Sends definitions, or the fields of a form alone, as the pages of deployment do. */

export type Files = Readonly<Record<string, string>>
export type FormFields = Readonly<Record<string, string>>

export const sendDefinitions = async <O>(
  by: Caller,
  call: Endpoint<object, O>,
  files: Files,
  fields: FormFields = {},
): Promise<Answer<O>> => {
  const form = new FormData()
  for (const [name, value] of Object.entries(fields)) form.append(name, value)
  for (const [name, xml] of Object.entries(files)) form.append('files', new Blob([xml]), `${name}.bpmn20.xml`)
  const answer = (await (await by.raw('POST', call.path, { body: form })).json()) as Answer<O>
  return { ...answer, faults: (answer.data as Partial<Answer> | null)?.faults ?? [] }
}

/** Deploys a definition for all tenants, or for these; resolves to the id of its latest version. */
export const deployDefinition = async (by: Caller, key: string, xml: string, fields: FormFields = {}) => {
  const answer = await sendDefinitions(
    by,
    flowManager.calls.deployUpload as never,
    { [key]: xml },
    { category: 'flow_1', ...fields },
  )
  if (!answer.success) throw new Error(answer.msg)
  const { records } = await by.get(flowManager.calls.list, { key, size: 50 })
  return records.find((row) => row.key === key && row.tenantId === (fields.tenantIds ?? ''))?.id ?? ''
}

/** A definition with texts replaced, each of which it must contain. */
export const withChanges = (xml: string, ...changes: readonly (readonly [string, string])[]): string =>
  changes.reduce((text, [old, now]) => {
    if (!text.includes(old)) throw new Error(`The definition has no ${old}.`)
    return text.replace(old, now)
  }, xml)
