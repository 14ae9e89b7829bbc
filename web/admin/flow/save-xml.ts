import { definitionSuffix } from '#contract/flow/flow-manager.ts'

/** Saves a definition as a file that can be deployed. */
export const saveXml = (xml: string, name: string): void => {
  const href = URL.createObjectURL(new Blob([xml], { type: 'application/xml' }))
  Object.assign(document.createElement('a'), { href, download: `${name}${definitionSuffix}` }).click()
  URL.revokeObjectURL(href)
}
