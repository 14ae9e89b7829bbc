import { definitionSuffix } from '#contract/flow/flow-manager.ts'
import { saveBlob } from '#web/base/api/save-blob.ts'

/** Saves a definition as a file that can be deployed. */
export const saveXml = (xml: string, name: string): void =>
  saveBlob(new Blob([xml], { type: 'application/xml' }), `${name}${definitionSuffix}`)
