import type { Text } from '#contract/kit/text.ts'
import type { Entry } from '#web/admin/shell/menu-entries.ts'
import type { Tab } from '#web/admin/shell/open-tabs.ts'
import { Sidebar } from '#web/admin/shell/sidebar.tsx'
import { TabStrip } from '#web/admin/shell/tab-strip.tsx'
import { useLocalize } from '#web/base/api/language.ts'
import { Sample, Section } from '../sample.tsx'
import css from './frame-samples.module.css'

const library = '/project/library'

const MenuSample = ({ collapsed }: { collapsed: boolean }) => {
  const t = useLocalize()
  const entry = (path: string, icon: string, label: Text, below: readonly Entry[] = []): Entry => ({
    code: path,
    path,
    icon,
    label: t(label),
    isExternal: false,
    below,
  })
  const entries = [
    entry(
      '/project',
      'project',
      ['项目管理', 'Projects'],
      [
        entry(library, 'library', ['项目库', 'Project library']),
        entry('/project/declaration', 'declaration', ['项目申报', 'Declarations']),
      ],
    ),
    entry('/system', 'setting', ['系统管理', 'System'], [entry('/system/user', 'user', ['用户管理', 'Users'])]),
    entry('/help', 'dict', ['帮助', 'Help']),
  ]
  return (
    <div className={css.side} data-collapsed={collapsed || undefined}>
      <Sidebar entries={entries} page={library} collapsed={collapsed} expand={() => {}} />
    </div>
  )
}

const tabs: readonly { readonly tab: Tab; readonly label: Text }[] = [
  { tab: { path: '/wel/index', search: '' }, label: ['首页', 'Home'] },
  { tab: { path: library, search: '' }, label: ['项目库', 'Project library'] },
  { tab: { path: '/system/user', search: '' }, label: ['用户管理', 'Users'] },
]

const StripSample = () => {
  const t = useLocalize()
  const strip = {
    tabs: tabs.map(({ tab }) => tab),
    activeId: library,
    unsent: ['/system/user'],
    close: async () => {},
    closePage: () => {},
    step: () => {},
    rename: () => {},
  }
  const labelOf = ({ path }: Tab) => t(tabs.find(({ tab }) => tab.path === path)?.label ?? [path, path])
  return <TabStrip strip={strip} labelOf={labelOf} clearCache={() => {}} />
}

export const FrameSamples = () => {
  const t = useLocalize()
  return (
    <Section name="frame" title={['顶栏、菜单与页签栏', 'Top bar, menu and strip of tabs']}>
      <Sample name="bar" label={['顶栏颜色', 'Colours of the top bar']} wide>
        <div className={css.bar}>
          <span>{t(['5G+工业互联网公共服务平台', '5G + Industrial Internet Public Service Platform'])}</span>
          <span data-hover>{t(['指向的菜单', 'Menu under the pointer'])}</span>
        </div>
      </Sample>
      <Sample name="strip" label={['页签栏', 'Strip of tabs']} wide>
        <StripSample />
      </Sample>
      <Sample name="menu" label={['菜单', 'Menu']}>
        <MenuSample collapsed={false} />
      </Sample>
      <Sample name="menu-collapsed" label={['收起的菜单', 'Collapsed menu']}>
        <MenuSample collapsed />
      </Sample>
    </Section>
  )
}
