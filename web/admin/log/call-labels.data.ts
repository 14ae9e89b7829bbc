import { calls } from '#contract/calls.ts'
import { entities } from '#contract/index.ts'
import type { Endpoint } from '#contract/kit/call.ts'
import type { AnyEntity } from '#contract/kit/entity.ts'
import type { Text } from '#contract/kit/text.ts'

interface Group {
  /** The label of the entity; absent if the calls belong to none. */
  readonly label?: Text
  readonly calls: Readonly<Record<string, Text>>
}

const labelsOf = (group: Readonly<Record<string, Endpoint>>) =>
  Object.fromEntries(Object.entries(group).map(([name, { label }]) => [name, label]))

const ofEntity = ({ name, label, calls: own }: AnyEntity): [string, Group] => [name, { label, calls: labelsOf(own) }]

const ofGroup = ([name, own]: [string, object]): [string, Group] => [
  name,
  { calls: labelsOf(own as Readonly<Record<string, Endpoint>>) },
]

/** The label of each call, by its group and name. The build replaces this file by its values (tools/constant-data.ts). */
export const callLabels: Readonly<Record<string, Group>> = Object.fromEntries([
  ...(Object.values(entities) as AnyEntity[]).map(ofEntity),
  ...Object.entries(calls).map(ofGroup),
])
