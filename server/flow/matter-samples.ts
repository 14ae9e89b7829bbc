import { readFileSync } from 'node:fs'
import { join } from 'node:path'
import type { MatterField } from '#contract/flow/matter-fields.ts'
import { type MatterSample, matterSamples } from '#contract/flow/matter-samples.ts'

const read = (name: string) => readFileSync(join(import.meta.dirname, 'samples', name), 'utf8')

/** The form of a sample, and its drawing. Its fields have one language, that of the office, like those of every declared form. */
export const sampleOf = (sample: MatterSample) => {
  const [name, nameEn] = matterSamples[sample]
  const forms = JSON.parse(read('forms.json')) as Record<MatterSample, readonly MatterField[]>
  return { form: { name, nameEn }, fields: forms[sample], xml: read(`${sample}.bpmn20.xml`) }
}
