import { consoleWords } from '#contract/console-words.ts'
import type { Text } from '#contract/kit/text.ts'
import { words } from '#contract/words.ts'
import { useLocalize } from '#web/base/api/language.ts'
import { Button, type ButtonKind, buttonClass } from '#web/ui/button.tsx'
import { CloseButton } from '#web/ui/close-button.tsx'
import { iconButtonClass } from '#web/ui/icon-button.ts'
import { PencilIcon, PlusIcon } from '#web/ui/icons.ts'
import { Sample, Section, states } from '../sample.tsx'

const longLabel: Text = ['提交并通知所有参与评审的专家', 'Submit and notify every expert who takes part in the review']

const kinds: Readonly<Record<ButtonKind, { readonly title: Text; readonly label: Text }>> = {
  main: { title: ['主要按钮', 'Primary button'], label: words.save },
  plain: { title: ['普通按钮', 'Plain button'], label: words.cancel },
  danger: { title: ['危险按钮', 'Danger button'], label: words.remove },
  link: { title: ['文字按钮', 'Link button'], label: words.view },
}

const KindSamples = ({ kind }: { kind: ButtonKind }) => {
  const t = useLocalize()
  const { title, label } = kinds[kind]
  return (
    <Section name={`button-${kind}`} title={title}>
      <Sample name="plain" label={states.plain}>
        <Button kind={kind}>{t(label)}</Button>
      </Sample>
      <Sample name="disabled" label={states.disabled}>
        <Button kind={kind} disabled>
          {t(label)}
        </Button>
      </Sample>
      <Sample name="busy" label={states.busy}>
        <Button kind={kind} busy>
          {t(label)}
        </Button>
      </Sample>
      <Sample name="icon" label={['带图标', 'With icon']}>
        <Button kind={kind}>
          <PlusIcon aria-hidden="true" /> {t(label)}
        </Button>
      </Sample>
      <Sample name="long" label={states.long}>
        <Button kind={kind}>{t(longLabel)}</Button>
      </Sample>
    </Section>
  )
}

const LinkSamples = () => {
  const t = useLocalize()
  return (
    <Section name="links" title={['链接与图标按钮', 'Links and icon buttons']}>
      <Sample name="link" label={['链接', 'Link']}>
        <a href="/siteMap">{t(['站点地图', 'Site map'])}</a>
      </Sample>
      <Sample name="link-as-button" label={['按钮样式的链接', 'Link in the look of a button']}>
        <a href="/siteMap" className={buttonClass('main')}>
          {t(['站点地图', 'Site map'])}
        </a>
      </Sample>
      <Sample name="icon-button" label={['图标按钮', 'Icon button']}>
        <button type="button" className={iconButtonClass()} aria-label={t(consoleWords.edit)}>
          <PencilIcon aria-hidden="true" />
        </button>
      </Sample>
      <Sample name="icon-button-disabled" label={['图标按钮，不可用', 'Icon button, disabled']}>
        <button type="button" className={iconButtonClass()} aria-label={t(consoleWords.edit)} disabled>
          <PencilIcon aria-hidden="true" />
        </button>
      </Sample>
      <Sample name="close" label={['关闭按钮', 'Close button']}>
        <CloseButton words={t(words.close)} onClick={() => {}} />
      </Sample>
    </Section>
  )
}

export const ButtonSamples = () => (
  <>
    {(Object.keys(kinds) as ButtonKind[]).map((kind) => (
      <KindSamples key={kind} kind={kind} />
    ))}
    <LinkSamples />
  </>
)
