import type { Text } from '#contract/kit/text.ts'
import { useLocalize } from '#web/base/api/language.ts'

interface Props {
  readonly asOf: string | undefined
}

const Source = ({ text, asOf }: Props & { text: Text }) => {
  const t = useLocalize()
  return (
    <p className="above-28 muted small">
      {t(text)}
      {asOf ? t([`数据截至 ${asOf.slice(0, 16)}。`, ` As of ${asOf.slice(0, 16)}.`]) : null}
    </p>
  )
}

/** Source, scope and date of the library's figures. */
export const LibrarySource = ({ asOf }: Props) => (
  <Source
    asOf={asOf}
    text={[
      '统计口径：仅计入项目库中已公开的项目，与项目库列表同源。数据来源：本平台项目库。',
      'Scope: published projects in the project library, the same as in the project list. Source: project library of this platform.',
    ]}
  />
)

/** The same of all figures of the home page. */
export const FiguresSource = ({ asOf }: Props) => (
  <Source
    asOf={asOf}
    text={[
      '统计口径：5G专网数为在本平台登记的全部专网，其余指标仅计入项目库中已公开的项目，与项目库列表同源。数据来源：本平台。',
      'Scope: all private networks registered on this platform; other figures count published projects of the project library, the same as in the project list. Source: this platform.',
    ]}
  />
)

/** The same of the figure of private networks. */
export const NetworkSource = ({ asOf }: Props) => (
  <Source
    asOf={asOf}
    text={[
      '统计口径：按所在省份计入在本平台登记的全部5G专网，一个项目可有多个专网。数据来源：本平台5G专网登记信息。',
      'Scope: all 5G private networks registered on this platform, by province; a project can have several. Source: register of private networks of this platform.',
    ]}
  />
)
