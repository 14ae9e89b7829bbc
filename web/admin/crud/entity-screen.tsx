import { entities } from '#contract/index.ts'
import type { AnyEntity } from '#contract/kit/entity.ts'
import { RecordList } from './record-list.tsx'
import { RecycleBin } from './recycle-bin.tsx'
import { useForestSource } from './sources/forest-source.tsx'
import { usePageSource } from './sources/page-source.ts'

interface Props {
  readonly of: AnyEntity
}

const PageScreen = (props: Props) => <RecordList {...props} source={usePageSource(props.of)} />
const ForestScreen = (props: Props) => <RecordList {...props} source={useForestSource(props.of)} />

/** The screen of an entity that has none of its own; its verbs decide where the rows come from. */
const DefaultScreen = (props: Props) =>
  props.of.verbs.includes('forest') ? <ForestScreen {...props} /> : <PageScreen {...props} />

/** The default screen of an entity, or its recycle bin. They need its whole declaration, so they are loaded with all of them. */
export const EntityScreen = ({ of: name, isRecycleBin = false }: { of: string; isRecycleBin?: boolean }) => {
  const entity = entities[name as keyof typeof entities] as AnyEntity
  return isRecycleBin ? <RecycleBin of={entity} /> : <DefaultScreen of={entity} />
}
