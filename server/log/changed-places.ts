import { type Fields, split } from '#contract/kit/field.ts'
import { type Lang, localize, type Text } from '#contract/kit/text.ts'
import { partOf } from '#contract/project/parts.ts'

/** The labels from a part down to a place in it; a row of a list is named by its list. */
const labelPathOf = (fields: Fields, [name = '', ...rest]: readonly string[]): Text[] => {
  const field = fields[name]
  if (!field) return []
  return [field.label, ...labelPathOf(field.fields ?? {}, field.kind === 'many' ? rest.slice(1) : rest)]
}

/** Places that a save of a part changed, in words; `verb` names the part (server/project/documents.ts). */
export const describePlaces = (verb: string, places: string, lang: Lang): string => {
  const fields = partOf(verb.replace('save:', ''))?.fields ?? {}
  const labels = split(places).map((at) => {
    const trail = labelPathOf(fields, at.split('.')).map((label) => localize(label, lang))
    return trail.join(' › ') || at
  })
  return [...new Set(labels)].join(localize(['、', ', '], lang))
}
