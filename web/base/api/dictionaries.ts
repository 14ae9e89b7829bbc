import type { OutOf } from '#contract/kit/call.ts'
import type { Lang } from '#contract/kit/text.ts'
import { dict } from '#contract/system/dict.ts'
import { ask } from './caller.ts'

type Entries = OutOf<typeof dict.calls.dictionary>

/** The dictionaries that the next request reads. */
interface Batch {
  readonly codes: Set<string>
  readonly entries: Promise<Entries>
}

const batches = new Map<Lang, Batch>()

const startBatch = (lang: Lang): Batch => {
  const codes = new Set<string>()
  const send = async () => {
    // the fields of a page ask in the same task
    await new Promise((resolve) => setTimeout(resolve))
    batches.delete(lang)
    return ask(dict.calls.dictionaryList, { codes: [...codes].join(',') })
  }
  const batch = { codes, entries: send() }
  batches.set(lang, batch)
  return batch
}

/** The entries of a dictionary. A page has dozens of them: those that it needs at the same time come with one request. */
export const readDictionary = async (code: string, lang: Lang): Promise<Entries> => {
  const { codes, entries } = batches.get(lang) ?? startBatch(lang)
  codes.add(code)
  return (await entries).filter((entry) => entry.code === code)
}
