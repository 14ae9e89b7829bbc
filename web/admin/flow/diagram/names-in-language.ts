import { useMemo } from 'react'
import { flowableNamespace } from '#contract/flow/bpmn-descriptor.ts'
import type { Lang } from '#contract/kit/text.ts'
import { useLang } from '#web/base/api/language.ts'

/** The width of a label that has no place of its own in the drawing. */
const usualWidth = 90

/** Places of labels are as wide as Chinese names need: gives them the usual width, around the same centre. */
const widenLabels = (document: Document) => {
  for (const bounds of document.querySelectorAll('BPMNLabel > Bounds')) {
    const [x, width] = [Number(bounds.getAttribute('x')), Number(bounds.getAttribute('width'))]
    if (width >= usualWidth) continue
    bounds.setAttribute('x', String(x - (usualWidth - width) / 2))
    bounds.setAttribute('width', String(usualWidth))
  }
}

/** Unchanged if it is not XML. */
const withNamesIn = (lang: Lang, xml: string): string => {
  if (lang !== 'en') return xml
  const document = new DOMParser().parseFromString(xml, 'text/xml')
  const elements = [...document.getElementsByTagName('*')]
  for (const element of elements) {
    const name = element.getAttributeNS(flowableNamespace, 'nameEn')
    if (name) element.setAttribute('name', name)
  }
  widenLabels(document)
  return document.getElementsByTagName('parsererror').length ? xml : new XMLSerializer().serializeToString(document)
}

/** A definition with the names of its elements in the reader's language. */
export const useNamesInLanguage = (xml: string): string => {
  const lang = useLang()
  return useMemo(() => withNamesIn(lang, xml), [lang, xml])
}
