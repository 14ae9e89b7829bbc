import type { TreeNode } from '#contract/kit/call.ts'
import { split } from '#contract/kit/field.ts'
import { region } from '#contract/system/region.ts'
import { rootCode } from '#contract/system/region-code.ts'
import { useAnswer } from '#web/base/api/caller.ts'
import { useLocalize } from '#web/base/api/language.ts'
import { useMay } from '#web/base/api/permissions.ts'
import { PageHead } from '#web/base/page/page-head.tsx'
import { BinLink } from '../../crud/bin-link.tsx'
import { titleIn } from '../../entity/calls.ts'
import { ExportButton } from '../../spreadsheets/export-button.tsx'
import { ImportButton } from '../../spreadsheets/import-button.tsx'
import type { Source } from '../../tree/levels.ts'
import { Panes } from '../../tree/panes.tsx'
import { Tree } from '../../tree/tree.tsx'
import { useTree } from '../../tree/use-tree.ts'
import { placeOf, RegionSheet } from './region-sheet.tsx'
import { useRegionSelection } from './use-region-selection.ts'

const source: Source<{ parentCode?: string | null }, TreeNode> = {
  call: region.calls.lazyTree,
  input: (parentCode) => ({ parentCode }),
  size: null,
  nodeOf: (node) => node,
}

/** Searches by the Chinese name, the English name, or the beginning of the code. */
const useSearchResults = (text: string) => {
  const filter = /^\d+$/.test(text) ? { code: text } : /^[a-z]/i.test(text) ? { nameEn: text } : { name: text }
  const query = useAnswer(region.calls.list, { ...filter, current: 1, size: 50 })
  return {
    ...query,
    data: query.data?.records.map((row) => ({ key: row.code, title: titleIn(region, row), place: placeOf(row) })),
  }
}

/** Divisions: the tree at the left, the form of one at the right. */
export const Regions = () => {
  const t = useLocalize()
  const may = useMay()
  const selection = useRegionSelection()
  const { code, choose } = selection
  const detail = useAnswer(region.calls.detail, { code }, { enabled: code !== rootCode })
  const rootTitle = t(['全国', 'Whole country'])
  const title = detail.data?.code ? titleIn(region, detail.data) : undefined
  const tree = useTree(
    source,
    { key: rootCode, title: rootTitle },
    {
      above: split(detail.data?.ancestors),
      to: code,
    },
  )
  const label = t(region.label)
  return (
    <>
      <PageHead title={region.label}>
        <ImportButton of={region} />
        <ExportButton of={region} />
        {may('region_delete') ? <BinLink entity={region} /> : null}
      </PageHead>
      <Panes
        label={label}
        chosen={title ?? rootTitle}
        choose={choose}
        useSearch={useSearchResults}
        tree={<Tree label={label} branches={tree} chosen={code} choose={choose} />}
      >
        <RegionSheet selection={selection} title={title} detail={detail} />
      </Panes>
    </>
  )
}
