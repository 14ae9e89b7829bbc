import { createRequire } from 'node:module'
import { flowableDescriptor } from '#contract/flow/bpmn-descriptor.ts'

// not an import: the bundle keeps packages outside and would lose the attribute that Node requires for JSON
const camunda = createRequire(import.meta.url)('camunda-bpmn-moddle/resources/camunda.json') as object

export const flowable = flowableDescriptor(camunda)
