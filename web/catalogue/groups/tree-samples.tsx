import { useState } from 'react'
import type { Text } from '#contract/kit/text.ts'
import { words } from '#contract/words.ts'
import { Tree } from '#web/admin/tree/tree.tsx'
import type { Row } from '#web/admin/tree/tree-rows.ts'
import { useLocalize } from '#web/base/api/language.ts'
import { Sample, Section } from '../sample.tsx'

const node = (
  key: string,
  title: Text,
  depth: number,
  isOpen: boolean | null,
): Omit<Row, 'title'> & { title: Text } => ({
  kind: 'node',
  key,
  title,
  depth,
  isOpen,
})
const other = (kind: Row['kind'], title: Text) => ({ ...node(kind, title, 3, null), kind })

const lines = [
  node('root', ['全国', 'China'], 1, true),
  node('32', ['江苏省', 'Jiangsu'], 2, true),
  node('3205', ['苏州市', 'Suzhou'], 3, null),
  node('3202', ['无锡市', 'Wuxi'], 3, null),
  other('more', ['', '']),
  node('33', ['浙江省', 'Zhejiang'], 2, false),
  other('waiting', ['', '']),
  other('failed', words.offline),
]

const TreeSample = ({ initial }: { initial: string | ReadonlySet<string> }) => {
  const t = useLocalize()
  const [chosen, setChosen] = useState(initial)
  const rows = lines.map((line) => ({ ...line, title: t(line.title) }))
  return (
    <Tree
      label={t(['行政区划', 'Regions'])}
      branches={{ rows, root: 'root', toggle: () => {}, loadMore: () => {} }}
      chosen={chosen}
      choose={(key) => setChosen(typeof chosen === 'string' ? key : new Set([...chosen, key]))}
    />
  )
}

export const TreeSamples = () => (
  <Section name="tree" title={['树', 'Tree']}>
    <Sample name="single" label={['单选，含加载与失败', 'One choice, with loading and failure']}>
      <TreeSample initial="3205" />
    </Sample>
    <Sample name="multiple" label={['多选', 'Several choices']}>
      <TreeSample initial={new Set(['3205', '3202'])} />
    </Sample>
  </Section>
)
