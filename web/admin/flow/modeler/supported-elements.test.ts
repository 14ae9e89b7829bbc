import ContextPadProvider from 'bpmn-js/lib/features/context-pad/ContextPadProvider'
import PaletteProvider from 'bpmn-js/lib/features/palette/PaletteProvider'
import * as replaceOptions from 'bpmn-js/lib/features/replace/ReplaceOptions'
import { describe, expect, test } from 'vitest'
import { checkElements } from '#server/flow/bpmn/elements.ts'
import { createElement, readElements } from '#server/flow/bpmn/parse.ts'
import { supportedElements } from './supported-elements.ts'
import { translateIn } from './translations.ts'

/** What the editor offers, compared with what a deployment accepts. The entries are those of bpmn-js, without a page. */

interface Drawn {
  readonly type: string
  readonly eventDefinitionType?: string
  readonly cancelActivity?: boolean
  readonly triggeredByEvent?: boolean
}
interface Entry {
  readonly title: string
  readonly action?: { readonly click?: (event: unknown, element?: unknown) => void }
}
type Entries = Readonly<Record<string, Entry>>
type Filter = (entries: object) => Entries
interface Provider {
  readonly getPaletteEntries: () => Filter & Entries
  readonly getContextPadEntries: (element: object) => Filter & Entries
  readonly getPopupMenuEntries: () => (entries: object) => object
  readonly getPopupMenuHeaderEntries: () => (entries: object) => object
}
type Constructor = new (...services: readonly unknown[]) => Provider

const drawn: Drawn[] = []
const takeDrawn = () => drawn.splice(0)
const ignore = { registerProvider: () => {}, on: () => {} }
const elementFactory = { createShape: (attributes: Drawn) => attributes }
const create = { start: (_event: unknown, shapes: Drawn | readonly Drawn[]) => drawn.push(...[shapes].flat()) }
const autoPlace = { append: (_source: unknown, shape: Drawn) => drawn.push(shape) }
const translate = translateIn('zh')

/** The providers that restrict the editor, by the service where they are registered. */
const restrictions = (() => {
  const registered: Record<string, Provider> = {}
  const into = (name: string) => ({
    registerProvider: (...values: readonly unknown[]) => {
      registered[name] = values.at(-1) as Provider
    },
  })
  const restrict = supportedElements.supportedElements[1] as (...services: readonly unknown[]) => void
  restrict(into('palette'), into('pad'), into('menu'), create, elementFactory, autoPlace, translate)
  return registered as { readonly palette: Provider; readonly pad: Provider; readonly menu: Provider }
})()

const paletteEntries = (): Entries => {
  const palette = PaletteProvider as unknown as Constructor
  const own = new palette(ignore, create, elementFactory, null, null, null, null, translate).getPaletteEntries()
  return restrictions.palette.getPaletteEntries()(own)
}

const padEntries = (type: string, more: object = {}): Entries => {
  const pad = ContextPadProvider as unknown as Constructor
  const menu = { isEmpty: () => false }
  const rules = { allowed: () => true }
  const [injector, config] = [{ get: () => autoPlace }, {}]
  const services = [config, injector, ignore, ignore, null, elementFactory, null, create, menu, null, rules, translate]
  const element = { type, businessObject: createElement(type, more), di: {} }
  const own = new pad(...services, { cleanUp: () => {} }).getContextPadEntries(element)
  return restrictions.pad.getContextPadEntries(element)(own)
}

const xmlOf = ({ type, eventDefinitionType, cancelActivity, triggeredByEvent }: Drawn): string => {
  const tag = (name: string) => name.slice(5, 6).toLowerCase() + name.slice(6)
  const attributes = [
    ...(type === 'bpmn:BoundaryEvent' ? ['attachedToRef="task"', `cancelActivity="${cancelActivity !== false}"`] : []),
    ...(triggeredByEvent ? ['triggeredByEvent="true"'] : []),
  ]
  const inner = eventDefinitionType ? `<${tag(eventDefinitionType)} />` : ''
  return `<${tag(type)} id="new" ${attributes.join(' ')}>${inner}</${tag(type)}>`
}

const faultsOf = async (inner: string) => {
  const xml = `<definitions xmlns="http://www.omg.org/spec/BPMN/20100524/MODEL"><process id="p">
    <userTask id="task" />${inner}</process></definitions>`
  return checkElements((await readElements(xml)).rootElement).faults
}
const isAccepted = async (one: Drawn) => (await faultsOf(xmlOf(one))).length === 0

const clicked = (entries: Entries): Drawn[] => {
  for (const [name, { action }] of Object.entries(entries)) if (/^(create|append)\./.test(name)) action?.click?.({}, {})
  return takeDrawn()
}

describe('the palette', () => {
  test('draws only what a deployment accepts', async () => {
    const shapes = clicked(paletteEntries())
    for (const shape of shapes) expect([shape.type, await faultsOf(xmlOf(shape))]).toEqual([shape.type, []])
    expect(new Set(shapes.map(({ type }) => type))).toEqual(
      new Set(
        ['StartEvent', 'EndEvent', 'BoundaryEvent', 'UserTask', 'ServiceTask', 'ExclusiveGateway', 'SubProcess'].map(
          bpmn,
        ),
      ),
    )
  })

  test('has Chinese words everywhere', () => {
    const titles = Object.entries(paletteEntries()).flatMap(([name, { title }]) =>
      name === 'tool-separator' ? [] : [title],
    )
    expect(titles.length).toBeGreaterThanOrEqual(10)
    expect(titles.filter((title) => !/\p{Script=Han}/u.test(title))).toEqual([])
  })
})

const bpmn = (name: string) => `bpmn:${name}`
const nodes = ['StartEvent', 'EndEvent', 'BoundaryEvent', 'UserTask', 'SubProcess'].map(bpmn)
const gateways = ['ExclusiveGateway', 'ParallelGateway', 'InclusiveGateway'].map(bpmn)
const others = ['SequenceFlow', 'TextAnnotation', 'Association'].map(bpmn)

describe('the pad of an element', () => {
  test.each([...nodes, ...gateways, ...others])(
    'of the type %s appends only what a deployment accepts',
    async (type) => {
      const entries = padEntries(type)
      for (const shape of clicked(entries)) {
        // an annotation is a child of the process, too
        expect([shape.type, await faultsOf(xmlOf(shape))]).toEqual([shape.type, []])
      }
      const titles = Object.values(entries).map(({ title }) => title)
      expect(titles.filter((title) => !/\p{Script=Han}/u.test(title))).toEqual([])
      expect(entries).toHaveProperty('delete')
    },
  )

  test('appends a user task in place of a plain task, except after an end', () => {
    expect(Object.keys(padEntries('bpmn:UserTask'))).toContain('append.user-task')
    expect(Object.keys(padEntries('bpmn:UserTask'))).not.toContain('append.append-task')
    expect(Object.keys(padEntries('bpmn:EndEvent'))).not.toContain('append.user-task')
    padEntries('bpmn:StartEvent')['append.user-task']?.action?.click?.({}, {})
    expect(takeDrawn()).toEqual([{ type: 'bpmn:UserTask' }])
  })

  test('does not offer to change what has no other supported type', () => {
    const changeable = [...nodes, ...gateways, ...others].filter((type) => 'replace' in padEntries(type))
    expect(changeable).toEqual([
      ...['EndEvent', 'BoundaryEvent', 'UserTask'].map(bpmn),
      ...gateways,
      bpmn('SequenceFlow'),
    ])
  })
})

interface Option {
  readonly label: string
  readonly actionName: string
  readonly target?: Drawn
}

const offeredOf = (options: readonly Option[]): string[] => {
  const entries = Object.fromEntries(options.map((option) => [option.actionName, option]))
  return Object.keys(restrictions.menu.getPopupMenuEntries()(entries))
}
const familyOf = (type: string) => (type.endsWith('Gateway') ? 'bpmn:Gateway' : type)

describe('the menu that changes the type of an element', () => {
  test.each([
    ['bpmn:EndEvent', replaceOptions.END_EVENT],
    ['bpmn:BoundaryEvent', replaceOptions.BOUNDARY_EVENT],
    ['bpmn:UserTask', replaceOptions.TASK],
    ['bpmn:Gateway', replaceOptions.GATEWAY],
  ] as const)('offers exactly the kinds of %s that a deployment accepts', async (family, all) => {
    const options = all as unknown as readonly Option[]
    const accepted = await Promise.all(
      options.map(async ({ actionName, target }) => {
        const isKind = target && familyOf(target.type) === family
        return isKind && (await isAccepted(target)) ? [actionName] : []
      }),
    )
    expect(offeredOf(options).sort()).toEqual(accepted.flat().sort())
    expect(options.length).toBeGreaterThan(accepted.flat().length)
    const labels = options.filter(({ actionName }) => accepted.flat().includes(actionName)).map(({ label }) => label)
    expect(labels.map((label) => translate(label)).filter((words) => !/\p{Script=Han}/u.test(words))).toEqual([])
  })

  test('offers every kind of sequence flow', () => {
    const options = replaceOptions.SEQUENCE_FLOW as unknown as readonly Option[]
    expect(offeredOf(options)).toHaveLength(3)
    expect(options.every(({ label }) => /\p{Script=Han}/u.test(translate(label)))).toBe(true)
  })

  test('offers exactly the loops that a deployment accepts', async () => {
    const loops = {
      'toggle-parallel-mi': '<multiInstanceLoopCharacteristics />',
      'toggle-sequential-mi': '<multiInstanceLoopCharacteristics isSequential="true" />',
      'toggle-loop': '<standardLoopCharacteristics />',
    }
    const accepted: string[] = []
    for (const [name, loop] of Object.entries(loops))
      if ((await faultsOf(`<userTask id="new">${loop}</userTask>`)).length === 0) accepted.push(name)
    expect(Object.keys(restrictions.menu.getPopupMenuHeaderEntries()(loops)).sort()).toEqual(accepted.sort())
  })
})
