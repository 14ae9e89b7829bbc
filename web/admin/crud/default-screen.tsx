import type { AnyEntity } from '#contract/kit/entity.ts'
import { RecordList } from './record-list.tsx'
import { useForestSource } from './sources/forest-source.tsx'
import { usePageSource } from './sources/page-source.ts'

interface Props {
  readonly of: AnyEntity
}

const PageScreen = ({ of }: Props) => <RecordList of={of} source={usePageSource(of)} />
const ForestScreen = ({ of }: Props) => <RecordList of={of} source={useForestSource(of)} />

/** The screen of an entity that has none of its own; its verbs decide where the rows come from. */
export const DefaultScreen = ({ of }: Props) =>
  of.verbs.includes('forest') ? <ForestScreen of={of} /> : <PageScreen of={of} />
