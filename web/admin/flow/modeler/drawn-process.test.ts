import { describe, expect, test } from 'vitest'
import { processOf, wholeShape } from './drawn-process.ts'
import type { Moddle, Modeler, Shape } from './editor-parts.ts'
import { propertiesOf } from './properties.ts'

const moddle = ($type: string, values: Readonly<Record<string, unknown>>): Moddle => ({
  $type,
  id: String(values.id),
  get: (name) => values[name],
})
const shapeOf = (id: string, businessObject: Moddle): Shape => ({ id, type: businessObject.$type, businessObject })
const pool = (id: string, process: Moddle | undefined) =>
  shapeOf(id, moddle('bpmn:Participant', { id, name: id, processRef: process }))

const purchase = moddle('bpmn:Process', { id: 'purchase', name: '采购', isExecutable: true })
const delivery = moddle('bpmn:Process', { id: 'delivery', name: '供货', isExecutable: false })

/** An editor with these shapes; what is written is kept. */
const editorWith = (root: Shape, ...shapes: readonly Shape[]) => {
  const written: unknown[] = []
  const services = {
    canvas: { getRootElement: () => root },
    elementRegistry: { filter: (matches: (shape: Shape) => boolean) => shapes.filter(matches) },
    modeling: { updateModdleProperties: (...values: readonly unknown[]) => written.push(values.slice(1)) },
  }
  return { written, modeler: { get: (name: keyof typeof services) => services[name] } as unknown as Modeler }
}

describe('the process that is drawn', () => {
  test('is the drawing itself, or the one in a pool that is executable', () => {
    const plain = shapeOf('purchase', purchase)
    const { modeler } = editorWith(plain)
    expect([wholeShape(modeler), processOf(modeler)]).toEqual([plain, purchase])
    const root = shapeOf('together', moddle('bpmn:Collaboration', { id: 'together' }))
    const pools = [pool('empty', undefined), pool('supplier', delivery), pool('office', purchase)]
    const drawn = editorWith(root, ...pools).modeler
    expect([wholeShape(drawn).id, processOf(drawn).id]).toEqual(['office', 'purchase'])
    expect(processOf(editorWith(root, ...pools.slice(0, 2)).modeler).id).toBe('delivery')
  })

  test('has its name and key also in a pool, where they are those of the process', () => {
    const office = pool('office', purchase)
    const [name, nameEn, id] = propertiesOf(office)
    expect([name?.read(office), nameEn?.read(office), id?.read(office)]).toEqual(['采购', '', 'purchase'])
    const { written, modeler } = editorWith(office, office)
    name?.write(modeler, office, '物资采购')
    nameEn?.write(modeler, office, '')
    expect(written).toEqual([
      [purchase, { name: '物资采购' }],
      [purchase, { 'flowable:nameEn': undefined }],
    ])
  })

  test('of what is only drawn, the name can be changed', () => {
    expect(propertiesOf(pool('empty', undefined)).map(({ name }) => name)).toEqual(['name'])
    for (const type of ['Lane', 'MessageFlow', 'DataObjectReference', 'DataStoreReference'])
      expect(propertiesOf(shapeOf('x', moddle(`bpmn:${type}`, { id: 'x' }))).map(({ name }) => name)).toEqual(['name'])
    expect(propertiesOf(shapeOf('x', moddle('bpmn:Group', { id: 'x' })))).toEqual([])
  })
})
