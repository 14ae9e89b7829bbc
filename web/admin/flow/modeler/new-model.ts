import { flowableNamespace } from '#contract/flow/bpmn-descriptor.ts'
import { localize, type Text } from '#contract/kit/text.ts'
import { currentLang } from '#web/base/api/language.ts'

const start: Text = ['开始', 'Start']
const name: Text = ['新流程', 'New process']

/** A definition with nothing but its start; `key` becomes the key of the process. */
export const newModel = (key: string): string => `<?xml version="1.0" encoding="UTF-8"?>
<definitions xmlns="http://www.omg.org/spec/BPMN/20100524/MODEL" xmlns:xsi="http://www.w3.org/2001/XMLSchema-instance"
  xmlns:bpmndi="http://www.omg.org/spec/BPMN/20100524/DI" xmlns:dc="http://www.omg.org/spec/DD/20100524/DC"
  xmlns:di="http://www.omg.org/spec/DD/20100524/DI" xmlns:flowable="${flowableNamespace}"
  targetNamespace="${flowableNamespace}">
  <process id="${key}" name="${localize(name, currentLang())}" isExecutable="true">
    <startEvent id="start" name="${localize(start, currentLang())}" />
  </process>
  <bpmndi:BPMNDiagram id="diagram">
    <bpmndi:BPMNPlane id="plane" bpmnElement="${key}">
      <bpmndi:BPMNShape id="start_di" bpmnElement="start">
        <dc:Bounds x="180" y="160" width="36" height="36" />
      </bpmndi:BPMNShape>
    </bpmndi:BPMNPlane>
  </bpmndi:BPMNDiagram>
</definitions>
`

/** A key that no other model is likely to have. */
export const newKey = (): string => `process_${crypto.getRandomValues(new Uint32Array(1))[0]?.toString(36)}`
