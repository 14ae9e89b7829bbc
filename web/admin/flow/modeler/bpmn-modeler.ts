// loaded when a model opens; unlike the viewer, the palette needs the font with the symbols
import 'bpmn-js/dist/assets/diagram-js.css'
import 'bpmn-js/dist/assets/bpmn-js.css'
import 'bpmn-js/dist/assets/bpmn-font/css/bpmn.css'
import '../diagram/bpmn-theme.css'
import BpmnModeler from 'bpmn-js/lib/Modeler'
import camunda from 'camunda-bpmn-moddle/resources/camunda.json'
import { flowableDescriptor } from '#contract/flow/bpmn-descriptor.ts'
import type { Lang } from '#contract/kit/text.ts'
import { diagramLook } from '../diagram/diagram-look.ts'
import type { Modeler } from './editor-parts.ts'
import { supportedElements } from './supported-elements.ts'
import { translateIn } from './translations.ts'

export const createModeler = (container: HTMLElement, lang: Lang): Modeler =>
  // its services are those of editor-parts.ts
  new BpmnModeler({
    container,
    ...diagramLook(),
    moddleExtensions: { flowable: flowableDescriptor(camunda) },
    additionalModules: [supportedElements, { translate: ['value', translateIn(lang)] }],
  }) as unknown as Modeler
