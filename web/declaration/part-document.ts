import { useQuery } from '@tanstack/react-query'
import type { Endpoint } from '#contract/kit/call.ts'
import { type Field, nameKey } from '#contract/kit/field.ts'
import type { Lang } from '#contract/kit/text.ts'
import { declaration } from '#contract/project/declaration.ts'
import { type AnyPart, parts, partsWithCalls } from '#contract/project/parts.ts'
import type { SaveResult } from '#contract/project/status.ts'
import { attach } from '#contract/storage/attach.ts'
import { ask, type Failure, keyOf, queries, type RequestOptions } from '#web/base/api/caller.ts'
import { currentLang } from '#web/base/api/language.ts'
import { hasOptions } from '#web/base/api/options.ts'
import type { FormValues } from '#web/form/form-values.ts'

/** Words of coded values by the names of their fields, and their language. */
export interface FieldWords {
  readonly lang: Lang
  readonly of: Readonly<Record<string, string>>
}

/** A part as stored on the server. */
export interface PartDocument {
  readonly version: number
  readonly body: FormValues
  /** The words of coded values, by field, as the server gave them in a language. */
  readonly words: FieldWords
}

const findPartWithCalls = (code: string) => partsWithCalls.find((part) => part.code === code)

/** A part of an answer: its declared fields and their words only, whatever else the answer contains. */
const documentFrom = (part: AnyPart, lang: Lang, answer: Record<string, unknown>): PartDocument => {
  const names = Object.keys(part.fields)
  const body = Object.fromEntries(names.map((name) => [name, answer[name] ?? null]))
  const of = Object.fromEntries(
    names.flatMap((name) => {
      const word = answer[nameKey(name)]
      if (typeof word !== 'string' || !hasOptions(part.fields[name] as Field)) return []
      // industries are shown with their codes
      return [[name, part.fields[name]?.of === 'industry' ? `${body[name]} ${word}` : word]]
    }),
  )
  return { version: Number(answer.version), body, words: { lang, of } }
}

/** Reads one part from the server. */
export const readPart = async (pid: string, part: AnyPart, signal?: AbortSignal): Promise<PartDocument> => {
  const detailCall = findPartWithCalls(part.code)?.calls.detail
  const extra: RequestOptions = signal ? { signal } : {}
  const lang = currentLang()
  return documentFrom(
    part,
    lang,
    detailCall ? await ask(detailCall, { pid }, extra) : await ask(declaration.calls.detail, { id: pid }, extra),
  )
}

type PartDocuments = Readonly<Record<string, PartDocument>>

/** Reads all parts with one request, and with them the names of their files. */
const readAllParts = async (pid: string, signal: AbortSignal): Promise<PartDocuments> => {
  const lang = currentLang()
  const answer = await ask(declaration.calls.documents, { id: pid }, { signal })
  for (const file of answer.files) queries.setQueryData(keyOf(attach.calls.detail, { id: file.id }), file)
  return Object.fromEntries(parts.map((part) => [part.code, documentFrom(part, lang, answer.parts[part.code] ?? {})]))
}

/** Saves one part as typed, valid or not. */
export const savePart = async (
  pid: string,
  code: string,
  values: FormValues,
  version: number,
  extra: RequestOptions,
): Promise<SaveResult> => {
  const saveCall = findPartWithCalls(code)?.calls.save
  const body = { ...values, version }
  // a draft may hold invalid values, which the server stores too, so the endpoint's input types do not apply
  const input = (saveCall ? { ...body, pid } : { ...body, id: pid }) as never
  return saveCall
    ? ask(saveCall as Endpoint<never, SaveResult>, input, extra)
    : ask(declaration.calls.update, input, extra)
}

const partKey = (pid: string, code: string) => ['declaration-document', pid, code]
const documentsKey = (pid: string) => ['declaration-documents', pid]

/** Reads one part again wherever it is shown. */
export const refreshPart = async (pid: string, code: string): Promise<void> => {
  await Promise.all([partKey(pid, code), documentsKey(pid)].map((queryKey) => queries.invalidateQueries({ queryKey })))
}

// a page that opens shows the server's current version, not an earlier read
const staleTime = 0

const allParts = (pid: string, gcTime: number) => ({
  queryKey: documentsKey(pid),
  queryFn: ({ signal }: { signal: AbortSignal }) => readAllParts(pid, signal),
  staleTime,
  gcTime,
})

/** Reads all parts of a declaration before they are shown. */
export const prefetchDocuments = (pid: string) => queries.prefetchQuery(allParts(pid, Number.POSITIVE_INFINITY))

/** One part of a declaration. */
export const useDocument = (pid: string, part: AnyPart) =>
  useQuery<PartDocument, Failure>({
    queryKey: partKey(pid, part.code),
    queryFn: ({ signal }) => readPart(pid, part, signal),
    staleTime,
    gcTime: 0,
  })

/** All parts of a declaration. With a `gcTime` (ms) cached parts are shown while reloading. */
export const useDocuments = (pid: string, gcTime = 0) => useQuery<PartDocuments, Failure>(allParts(pid, gcTime))
