import type { OutOf } from '#contract/kit/call.ts'
import type { Fields } from '#contract/kit/field.ts'
import { publicRecommend } from '#contract/portal/public-recommend.ts'
import { publicRecommendFields } from '#contract/project/recommended-fields.ts'
import { useAnswer } from '#web/base/api/caller.ts'
import { useAbout, useDocumentTitle } from '#web/base/page/page.tsx'
import { Answers } from '#web/form/answers.tsx'
import { DetailView } from '../detail-view.tsx'
import page from '../page.module.css'
import { useId } from '../search-params.ts'

const { projectName: _, ...fields } = publicRecommendFields

/** A visitor has no use for what the recommender left out. */
const filledFields = (values: object): Fields =>
  Object.fromEntries(Object.entries(fields).filter(([name]) => ![null, ''].includes(Object(values)[name] ?? null)))

const Project = ({ of }: { of: OutOf<typeof publicRecommend.detail> }) => {
  useDocumentTitle([of.projectName, of.projectName])
  useAbout({ description: `${of.projectName} ${of.projectAddress}`, data: null })
  return (
    <>
      <h1 lang="zh-CN">{of.projectName}</h1>
      <Answers fields={filledFields(of)} values={{ ...of }} />
    </>
  )
}

/** A recommended project (public), without data of persons. */
export const RecommendedProject = () => {
  const id = useId()
  return (
    <div className={page.narrow}>
      <DetailView
        from={useAnswer(publicRecommend.detail, { id })}
        more="/projects"
        linkText={['查看全部在库项目', 'All listed projects']}
      >
        {(project) => <Project of={project} />}
      </DetailView>
    </div>
  )
}
