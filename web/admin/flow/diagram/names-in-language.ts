import { flowableNamespace } from '#contract/flow/bpmn-descriptor.ts'
import type { Lang } from '#contract/kit/text.ts'

/** A definition with the names of its elements in the reader's language, for drawing and list. Unchanged if it is not XML. */
export const withNamesIn = (lang: Lang, xml: string): string => {
  if (lang !== 'en') return xml
  const document = new DOMParser().parseFromString(xml, 'text/xml')
  const elements = [...document.getElementsByTagName('*')]
  for (const element of elements) {
    const name = element.getAttributeNS(flowableNamespace, 'nameEn')
    if (name) element.setAttribute('name', name)
  }
  return document.getElementsByTagName('parsererror').length ? xml : new XMLSerializer().serializeToString(document)
}
