import { useQueries } from '@tanstack/react-query'
import type { Endpoint } from '#contract/kit/call.ts'
import { declaration } from '#contract/project/declaration.ts'
import { type AnyPart, parts, partsWithCalls } from '#contract/project/parts.ts'
import type { SaveResult } from '#contract/project/status.ts'
import { ask, type Failure, queries, type RequestOptions } from '#web/base/api/caller.ts'
import type { FormValues } from '#web/form/form-values.ts'

/** A part as stored on the server. */
export interface PartDocument {
  readonly version: number
  readonly body: FormValues
}

const findPartWithCalls = (code: string) => partsWithCalls.find((part) => part.code === code)
const detailOf = (part: AnyPart) => findPartWithCalls(part.code)?.calls.detail
const documentKey = (pid: string, code: string) => ['declaration-document', pid, code]

/** Reads one part from the server: its declared fields only, whatever else the response contains. */
export const readPart = async (pid: string, part: AnyPart, signal?: AbortSignal): Promise<PartDocument> => {
  const detailCall = detailOf(part)
  const extra: RequestOptions = signal ? { signal } : {}
  const answer: Record<string, unknown> = detailCall
    ? await ask(detailCall, { pid }, extra)
    : await ask(declaration.calls.detail, { id: pid }, extra)
  const body = Object.fromEntries(Object.keys(part.fields).map((name) => [name, answer[name] ?? null]))
  return { version: Number(answer.version), body }
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

/** Reads one part again wherever it is shown. */
export const refreshPart = (pid: string, code: string): Promise<void> =>
  queries.invalidateQueries({ queryKey: documentKey(pid, code) })

const options = (pid: string, part: AnyPart, gcTime = 0) => ({
  queryKey: documentKey(pid, part.code),
  queryFn: ({ signal }: { signal: AbortSignal }) => readPart(pid, part, signal),
  // a page that opens shows the server's current version, not an earlier read
  staleTime: 0,
  gcTime,
})

/** Reads all parts of a declaration before they are shown. */
export const prefetchDocuments = (pid: string) =>
  Promise.all(parts.map((part) => queries.prefetchQuery(options(pid, part, Number.POSITIVE_INFINITY))))

/** One part of a declaration. */
export const useDocument = (pid: string, part: AnyPart) => useQueries({ queries: [options(pid, part)] })[0]

/** All parts of a declaration; no data until all have loaded. With a `gcTime` (ms) cached parts are shown while reloading. */
export const useDocuments = (pid: string, gcTime = 0) =>
  useQueries({
    queries: parts.map((part) => options(pid, part, gcTime)),
    combine: (answers) => ({
      data: answers.every(({ data }) => data)
        ? Object.fromEntries(parts.map(({ code }, i) => [code, answers[i]?.data as PartDocument]))
        : undefined,
      error: (answers.find(({ error }) => error)?.error ?? null) as Failure | null,
      refetch: () => Promise.all(answers.map(({ refetch }) => refetch())),
    }),
  })
