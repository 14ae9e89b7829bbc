/** An entry of the palette, the context pad or a menu. */
interface Entry {
  readonly group?: string
  readonly className?: string
  readonly title?: string
  readonly separator?: boolean
  readonly action?: Readonly<Record<string, (event: unknown, element?: unknown) => void>> | (() => void)
}
type Entries = Readonly<Record<string, Entry>>

interface DrawnElement {
  readonly type: string
}

interface Editor {
  readonly palette: { readonly registerProvider: (priority: number, provider: object) => void }
  readonly contextPad: { readonly registerProvider: (priority: number, provider: object) => void }
  readonly popupMenu: { readonly registerProvider: (id: string, priority: number, provider: object) => void }
  readonly create: { readonly start: (event: unknown, shape: unknown, context?: object) => void }
  readonly elementFactory: { readonly createShape: (attributes: object) => unknown }
  readonly autoPlace: { readonly append: (source: unknown, shape: unknown) => void }
  readonly translate: (text: string) => string
}

/** What the palette offers besides its tools and the sub-process; everything else is refused by a deployment. */
const toolNames = ['hand-tool', 'lasso-tool', 'space-tool', 'global-connect-tool', 'tool-separator']
const shapeNames = ['create.start-event', 'create.end-event', 'create.exclusive-gateway', 'create.subprocess-expanded']
const padNames = ['append.end-event', 'append.gateway', 'append.text-annotation', 'connect', 'replace', 'delete']
const replacementNames = [
  ...['none-end', 'terminate-end', 'exclusive-gateway', 'parallel-gateway', 'inclusive-gateway', 'user-task'],
  ...['sequence-flow', 'default-flow', 'conditional-flow', 'timer-boundary', 'non-interrupting-timer-boundary'],
].map((name) => `replace-with-${name}`)
const toggleNames = ['toggle-parallel-mi', 'toggle-sequential-mi']
/** Types that can be changed into another supported one. */
const replaceable = /^bpmn:(EndEvent|BoundaryEvent|SequenceFlow|UserTask|\w+Gateway)$/

const pick = (entries: Entries, names: readonly string[]): Entries =>
  Object.fromEntries(names.flatMap((name) => (entries[name] ? [[name, entries[name]] as const] : [])))

const userTask = { type: 'bpmn:UserTask' }
const serviceTask = { type: 'bpmn:ServiceTask' }
const timer = { type: 'bpmn:BoundaryEvent', eventDefinitionType: 'bpmn:TimerEventDefinition' }

const paletteOf = ({ create, elementFactory, translate }: Editor) => {
  const entry = (group: string, className: string, title: string, attributes: object): Entry => {
    const start = (event: unknown) => create.start(event, elementFactory.createShape(attributes))
    return { group, className, title: translate(title), action: { dragstart: start, click: start } }
  }
  return {
    getPaletteEntries: () => (entries: Entries) => ({
      ...pick(entries, [...toolNames, ...shapeNames]),
      'create.user-task': entry('activity', 'bpmn-icon-user-task', 'Create user task', userTask),
      'create.service-task': entry('activity', 'bpmn-icon-service-task', 'Create service task', serviceTask),
      'create.timer': entry('event', 'bpmn-icon-intermediate-event-catch-timer', 'Create timer boundary event', timer),
    }),
  }
}

const contextPadOf = ({ create, elementFactory, autoPlace, translate }: Editor) => {
  const appendTask: Entry = {
    group: 'model',
    className: 'bpmn-icon-user-task',
    title: translate('Append user task'),
    action: {
      dragstart: (event, source) => create.start(event, elementFactory.createShape(userTask), { source }),
      click: (_event, source) => autoPlace.append(source, elementFactory.createShape(userTask)),
    },
  }
  return {
    getContextPadEntries:
      ({ type }: DrawnElement) =>
      (entries: Entries) => {
        const supported = pick(entries, padNames)
        const { replace, ...others } = supported
        return {
          ...(entries['append.append-task'] ? { 'append.user-task': appendTask } : {}),
          ...(replaceable.test(type) ? supported : others),
        }
      },
  }
}

const replaceMenu = {
  getPopupMenuEntries: () => (entries: Entries) => pick(entries, replacementNames),
  getPopupMenuHeaderEntries: () => (entries: Entries) => pick(entries, toggleNames),
}

/** After the providers of bpmn-js, whose entries are filtered. */
const lateOrder = 500

const restrict = (
  palette: Editor['palette'],
  contextPad: Editor['contextPad'],
  popupMenu: Editor['popupMenu'],
  create: Editor['create'],
  elementFactory: Editor['elementFactory'],
  autoPlace: Editor['autoPlace'],
  translate: Editor['translate'],
) => {
  const editor = { palette, contextPad, popupMenu, create, elementFactory, autoPlace, translate }
  palette.registerProvider(lateOrder, paletteOf(editor))
  contextPad.registerProvider(lateOrder, contextPadOf(editor))
  popupMenu.registerProvider('bpmn-replace', lateOrder, replaceMenu)
}
// the injector finds services by these names, since the names of parameters are shortened in the build
restrict.$inject = ['palette', 'contextPad', 'popupMenu', 'create', 'elementFactory', 'autoPlace', 'translate']

/** Restricts the editor to what a deployment accepts (server/flow/bpmn/elements.ts). */
export const supportedElements = {
  __init__: ['supportedElements'],
  supportedElements: ['factory', restrict],
}
