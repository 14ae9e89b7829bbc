import type { ReactNode } from 'react'
import { consoleWords } from '#contract/console-words.ts'
import type { Text } from '#contract/kit/text.ts'
import { words } from '#contract/words.ts'
import { DrawerBody, RecordDrawer } from '#web/admin/crud/record-drawer.tsx'
import { useLocalize } from '#web/base/api/language.ts'
import { Answers } from '#web/form/answers.tsx'
import { Button } from '#web/ui/button.tsx'
import { ConfirmDialog } from '#web/ui/confirm-dialog.tsx'
import { Dialog } from '#web/ui/dialog.tsx'
import { SearchIcon } from '#web/ui/icons.ts'
import { SearchDialog } from '#web/ui/search-dialog.tsx'
import { OpenSample, Section } from '../sample.tsx'
import { fieldsOfSample, useSampleRows } from '../sample-rows.ts'

const sentence: Text = [
  '项目入库后，首页统计、地图和排名随之更新，申报单位可在个人中心查看公示结果。',
  'Once the project is in the library, the figures, the map and the ranking are updated, and the declarant sees the result in the personal center.',
]

interface OpenProps {
  readonly close: () => void
}

const PlainDialog = ({ close, wide, paragraphs }: OpenProps & { wide: boolean; paragraphs: number }) => {
  const t = useLocalize()
  const footer: ReactNode = (
    <>
      <Button onClick={close}>{t(words.cancel)}</Button>
      <Button kind="main" onClick={close}>
        {t(words.ok)}
      </Button>
    </>
  )
  return (
    <Dialog
      wide={wide}
      title={t(['入库说明', 'About the library'])}
      closeWords={t(words.close)}
      onClose={close}
      footer={footer}
    >
      {Array.from({ length: paragraphs }, (_, i) => (
        // biome-ignore lint/suspicious/noArrayIndexKey: equal paragraphs
        <p key={i}>{t(sentence)}</p>
      ))}
    </Dialog>
  )
}

const Question = ({ close, danger, busy }: OpenProps & { danger: boolean; busy: boolean }) => {
  const t = useLocalize()
  return (
    <ConfirmDialog
      title={t(danger ? consoleWords.removeAsk : ['确定提交申报？', 'Submit the declaration?'])}
      ok={t(danger ? words.remove : words.ok)}
      cancel={t(words.cancel)}
      danger={danger}
      busy={busy}
      onAnswer={close}
    >
      {danger ? t(['删除后可在回收站恢复。', 'You can restore them from the recycle bin.']) : null}
    </ConfirmDialog>
  )
}

const Drawer = ({ close }: OpenProps) => {
  const t = useLocalize()
  const [row] = useSampleRows()
  if (!row) return null
  return (
    <RecordDrawer
      id={row.id}
      kind={t(['项目', 'Project'])}
      title={row.name}
      panels={['view', 'edit', 'history']}
      shown="view"
      show={() => {}}
      neighbours={{ at: 2, count: 20, previous: () => {}, next: undefined }}
      close={close}
    >
      <DrawerBody>
        <Answers fields={fieldsOfSample} values={row} />
      </DrawerBody>
    </RecordDrawer>
  )
}

const Search = ({ close }: OpenProps) => {
  const t = useLocalize()
  const sign = <SearchIcon />
  const option = (key: string, label: Text, detail?: Text) => ({
    key,
    sign,
    label: t(label),
    detail: detail && t(detail),
  })
  return (
    <SearchDialog
      label={t(words.search)}
      placeholder={t(['搜索菜单、记录、操作', 'Search menus, records, actions'])}
      closeWords={t(words.close)}
      text=""
      onText={() => {}}
      groups={[
        {
          key: 'menu',
          label: t(['菜单', 'Menus']),
          options: [
            option('library', ['项目库', 'Project library'], ['项目管理', 'Projects']),
            option('declaration', ['项目申报', 'Declarations'], ['项目管理', 'Projects']),
          ],
        },
        { key: 'action', label: t(['操作', 'Actions']), options: [option('logout', words.logout)] },
      ]}
      choose={close}
      onClose={close}
      status={t(['共 3 项', '3 results'])}
      isStatusVisible
      footer={t(['Enter 选择，Esc 关闭', 'Enter chooses, Esc closes'])}
    />
  )
}

export const DialogSamples = () => (
  <>
    <Section name="dialog" title={['对话框', 'Dialog']}>
      <OpenSample name="dialog" label={['普通', 'Plain']}>
        {(close) => <PlainDialog close={close} wide={false} paragraphs={1} />}
      </OpenSample>
      <OpenSample name="dialog-long" label={['宽，内容滚动', 'Wide, content scrolls']}>
        {(close) => <PlainDialog close={close} wide paragraphs={30} />}
      </OpenSample>
    </Section>
    <Section name="confirm" title={['确认', 'Confirmation']}>
      <OpenSample name="confirm" label={['普通', 'Plain']}>
        {(close) => <Question close={close} danger={false} busy={false} />}
      </OpenSample>
      <OpenSample name="confirm-danger" label={['危险操作', 'Danger']}>
        {(close) => <Question close={close} danger busy={false} />}
      </OpenSample>
      <OpenSample name="confirm-busy" label={['处理中', 'Busy']}>
        {(close) => <Question close={close} danger busy />}
      </OpenSample>
    </Section>
    <Section name="drawer" title={['抽屉', 'Drawer']}>
      <OpenSample name="drawer" label={['记录', 'Record']}>
        {(close) => <Drawer close={close} />}
      </OpenSample>
    </Section>
    <Section name="search-dialog" title={['搜索对话框', 'Search dialog']}>
      <OpenSample name="search-dialog" label={['有结果', 'With results']}>
        {(close) => <Search close={close} />}
      </OpenSample>
    </Section>
  </>
)
