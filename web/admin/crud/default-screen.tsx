import type { AnyEntity } from '#contract/kit/entity.ts'
import { RecordList } from './record-list.tsx'
import { useForestSource } from './sources/forest-source.tsx'
import { usePageSource } from './sources/page-source.ts'

interface Props {
  readonly of: AnyEntity
}

const PageScreen = (props: Props) => <RecordList {...props} source={usePageSource(props.of)} />
const ForestScreen = (props: Props) => <RecordList {...props} source={useForestSource(props.of)} />

/** The screen of an entity that has none of its own; its verbs decide where the rows come from. */
export const DefaultScreen = (props: Props) =>
  props.of.verbs.includes('forest') ? <ForestScreen {...props} /> : <PageScreen {...props} />
