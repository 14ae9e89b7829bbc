import { useQueries } from '@tanstack/react-query'
import type { Endpoint } from '#contract/kit/call.ts'
import { declaration } from '#contract/project/declaration.ts'
import { type AnyPart, parts, partsWithCalls } from '#contract/project/parts.ts'
import type { SaveResult, Status } from '#contract/project/status.ts'
import { ask, type Failure, keyOf, queries, type RequestOptions, useAnswer } from '#web/base/caller.ts'
import { currentLang } from '#web/base/language.ts'
import type { FormValues } from '#web/form/form-values.ts'

/** A part as the server holds it. */
export interface PartDocument {
  readonly version: number
  readonly body: FormValues
}

const findPartWithCalls = (code: string) => partsWithCalls.find((part) => part.code === code)
const detailOf = (part: AnyPart) => findPartWithCalls(part.code)?.calls.detail
const documentKey = (pid: string, code: string) => ['declaration-document', pid, code]

/** Reads one part; only its own fields, whatever else the answer carries. */
const readPart = async (pid: string, part: AnyPart, signal?: AbortSignal): Promise<PartDocument> => {
  const detailCall = detailOf(part)
  const extra: RequestOptions = signal ? { signal } : {}
  const answer: Record<string, unknown> = detailCall
    ? await ask(detailCall, { pid }, extra)
    : await ask(declaration.calls.detail, { id: pid }, extra)
  const body = Object.fromEntries(Object.keys(part.fields).map((name) => [name, answer[name] ?? null]))
  return { version: Number(answer.version), body }
}

/** Saves one part as typed. */
export const savePart = async (
  pid: string,
  code: string,
  values: FormValues,
  version: number,
  extra: RequestOptions,
): Promise<SaveResult> => {
  const saveCall = findPartWithCalls(code)?.calls.save
  const body = { ...values, version }
  // what is typed may be anything: the server keeps it as it is, so the types of right values do not hold here
  const input = (saveCall ? { ...body, pid } : { ...body, id: pid }) as never
  return saveCall
    ? ask(saveCall as Endpoint<never, SaveResult>, input, extra)
    : ask(declaration.calls.update, input, extra)
}

/** Where a declaration stands. */
export const useStatus = (id: string) =>
  useAnswer<{ id?: string | null }, Status>(declaration.calls.getStatus, { id }, { staleTime: 0 })

/** Asks anew where it stands, and keeps the answer for everybody who shows it. */
export const fetchStatus = async (id: string): Promise<Status> => {
  const status = await ask(declaration.calls.getStatus, { id })
  queries.setQueryData([...keyOf(declaration.calls.getStatus, { id }), currentLang()], status)
  return status
}

const options = (pid: string, part: AnyPart, gcTime = 0) => ({
  queryKey: documentKey(pid, part.code),
  queryFn: ({ signal }: { signal: AbortSignal }) => readPart(pid, part, signal),
  // a page that opens shows what is kept now, not what was read before somebody wrote
  staleTime: 0,
  gcTime,
})

/** One part of a declaration. */
export const useDocument = (pid: string, part: AnyPart) => useQueries({ queries: [options(pid, part)] })[0]

/** All parts of a declaration, once all have come. With a `gcTime` they are there while they are read anew. */
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
