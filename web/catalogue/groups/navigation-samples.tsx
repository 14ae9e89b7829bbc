import { useState } from 'react'
import { consoleWords } from '#contract/console-words.ts'
import { words } from '#contract/words.ts'
import { ListPager } from '#web/admin/crud/pager.tsx'
import { sizes } from '#web/admin/entity/list-state.ts'
import { useLocalize } from '#web/base/api/language.ts'
import { buttonClass } from '#web/ui/button.tsx'
import { Dropdown } from '#web/ui/dropdown.tsx'
import { iconButtonClass } from '#web/ui/icon-button.ts'
import { BellIcon } from '#web/ui/icons.ts'
import { Popover } from '#web/ui/popover.tsx'
import { Tabs } from '#web/ui/tabs.tsx'
import { OpenSample, Sample, Section, states } from '../sample.tsx'

const TabSamples = () => {
  const t = useLocalize()
  const [shown, setShown] = useState('view')
  const tabs = [
    { name: 'view', label: t(['详情', 'Details']) },
    { name: 'edit', label: t(consoleWords.edit) },
    { name: 'history', label: t(['变更记录', 'History']) },
  ]
  const many = Array.from({ length: 12 }, (_, i) => ({
    name: `part-${i}`,
    label: t([`申报部分 ${i + 1}`, `Part ${i + 1}`]),
  }))
  return (
    <Section name="tabs" title={['页签', 'Tabs']}>
      <Sample name="plain" label={states.plain}>
        <Tabs label={t(['记录', 'Record'])} tabs={tabs} shown={shown} onShow={setShown}>
          {t(['所选页签的内容。', 'Content of the selected tab.'])}
        </Tabs>
      </Sample>
      <Sample name="many" label={['超出宽度', 'More than fit']}>
        <Tabs label={t(['申报', 'Declaration'])} tabs={many} shown="part-0" onShow={() => {}}>
          {t(['其余页签向右滚动查看。', 'Scroll to the right to see the others.'])}
        </Tabs>
      </Sample>
    </Section>
  )
}

const PagerSample = ({ total, at, capped = false }: { total: number; at: number; capped?: boolean }) => {
  const [current, go] = useState(at)
  const [size, resize] = useState<number>(sizes[0])
  return <ListPager paging={{ total, capped, current, size, go, resize }} />
}

const PagerSamples = () => (
  <Section name="pager" title={['分页', 'Pager']}>
    <Sample name="one" label={['一页', 'One page']} wide>
      <PagerSample total={3} at={1} />
    </Sample>
    <Sample name="first" label={['第一页', 'First page']} wide>
      <PagerSample total={1260} at={1} />
    </Sample>
    <Sample name="middle" label={['中间页', 'A page in between']} wide>
      <PagerSample total={1260} at={63} />
    </Sample>
    <Sample name="capped" label={['总数有上限', 'Count has a limit']} wide>
      <PagerSample total={100_000} at={10_000} capped />
    </Sample>
  </Section>
)

const Menu = () => {
  const t = useLocalize()
  return (
    <Dropdown opener={buttonClass()} label={t(words.more)} name={t(['更多操作', 'More actions'])}>
      <button type="button">{t(words.copy)}</button>
      <button type="button" disabled>
        {t(['移出项目库', 'Remove from the library'])}
      </button>
      <a href="/siteMap">{t(['站点地图', 'Site map'])}</a>
    </Dropdown>
  )
}

const Panel = () => {
  const t = useLocalize()
  return (
    <Popover
      className={iconButtonClass()}
      label={<BellIcon aria-hidden="true" />}
      name={t(['通知', 'Notifications'])}
      width={280}
    >
      <p style={{ padding: 16 }}>{t(['没有新的通知。', 'No new notifications.'])}</p>
    </Popover>
  )
}

const pressFirst = (box: HTMLElement) => box.querySelector('button')?.click()

export const NavigationSamples = () => (
  <>
    <TabSamples />
    <PagerSamples />
    <Section name="dropdown" title={['下拉菜单', 'Dropdown']}>
      <Sample name="closed" label={['收起', 'Closed']}>
        <Menu />
      </Sample>
      <OpenSample name="dropdown" label={['展开', 'Opened']} act={pressFirst}>
        <Menu />
      </OpenSample>
    </Section>
    <Section name="popover" title={['浮层', 'Popover']}>
      <OpenSample name="popover" label={['展开', 'Opened']} act={pressFirst}>
        <div style={{ display: 'flex', justifyContent: 'flex-end' }}>
          <Panel />
        </div>
      </OpenSample>
    </Section>
  </>
)
