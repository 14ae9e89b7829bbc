import { split } from '#contract/kit/field.ts'
import type { Text } from '#contract/kit/text.ts'
import type { AnyPart } from '#contract/project/parts.ts'
import { failureOf } from '#web/base/api/caller.ts'
import { readLocal } from '#web/base/api/local.ts'
import { fetchStatus } from '#web/declaration/declaration-status.ts'
import { readPart, refreshPart, savePart } from '#web/declaration/part-document.ts'
import type { FormState } from '#web/form/form-context.ts'
import { type FormValues, withValue } from '#web/form/form-values.ts'
import type { Upload } from '#web/form/uploads.ts'
import { valueAt } from '#web/form/value-at.ts'
import { useAllUploads } from '#web/form/window-uploads.ts'
import { copyName } from './use-draft.ts'

const ownerOf = (pid: string, code: string) => `declaration-${pid}-${code}`

/** The values with a file in its field; the same values if the row of the field is gone. */
export const withFile = (values: FormValues, at: string, attachId: string, isMultiple: boolean): FormValues => {
  const path = at.split('.')
  const before = valueAt(values, path)
  const ids = isMultiple ? split(typeof before === 'string' ? before : null) : []
  return withValue(values, path, [...ids, attachId].join(','))
}

/**
 * Saves a file that arrived after its part was left. False if the part has input that is not saved yet, or has been saved by somebody
 * else meanwhile: then it is tried again.
 */
const keepFile = async (pid: string, part: AnyPart, at: string, attachId: string, isMultiple: boolean) => {
  if (readLocal(copyName(pid, part.code))) return false
  try {
    const { body, version } = await readPart(pid, part)
    await savePart(pid, part.code, withFile(body, at, attachId, isMultiple), version, {})
  } catch (error) {
    const { code } = failureOf(error)
    // a declaration that has been submitted or removed meanwhile takes no files any more
    return ![0, 401, 409, 423, 503].includes(code)
  }
  await Promise.all([refreshPart(pid, part.code), fetchStatus(pid)]).catch(() => null)
  return true
}

/** The uploads of a part of a declaration, which go on when its page is left. */
export const partUploads = (pid: string, part: AnyPart): NonNullable<FormState['uploads']> => ({
  owner: ownerOf(pid, part.code),
  keep: (at, attachId, isMultiple) => keepFile(pid, part, at, attachId, isMultiple),
})

export interface UploadCount {
  /** Sent now, or as soon as the network is back. */
  readonly running: number
  readonly failed: number
}

/** How many uploads of a part have not ended. */
export const countUploads = (all: readonly Upload[], pid: string, code: string): UploadCount => {
  const ofPart = all.filter(({ owner }) => owner === ownerOf(pid, code))
  const failed = ofPart.filter(({ state }) => state === 'failed').length
  return { running: ofPart.length - failed, failed }
}

export const useUploadCount = (pid: string): ((code: string) => UploadCount) => {
  const all = useAllUploads()
  return (code) => countUploads(all, pid, code)
}

export const uploadWords = ({ running, failed }: UploadCount): Text[] => [
  ...(running ? [[`${running} 个文件正在上传`, `Files being uploaded: ${running}`] as const] : []),
  ...(failed ? [[`${failed} 个文件未能上传`, `Files not uploaded: ${failed}`] as const] : []),
]
