import camunda from 'camunda-bpmn-moddle/resources/camunda.json' with { type: 'json' }
import { flowableDescriptor } from '#contract/flow/bpmn-descriptor.ts'

export const flowable = flowableDescriptor(camunda)
