import { post } from '#contract/system/post.ts'
import { useMay } from '#web/base/api/permissions.ts'
import { RecordList } from '../../crud/record-list.tsx'
import { usePageSource } from '../../crud/sources/page-source.ts'
import type { Columns } from '../../table/table-columns.tsx'
import { membersColumn, WithMemberCounts } from '../access/members.tsx'

const members: Columns<typeof post> = [membersColumn(post, 'postId', 'postName')]

/** Posts and how many people have them. */
export const Posts = () => {
  const may = useMay()
  const source = usePageSource(post)
  return (
    <WithMemberCounts field="postId" rows={source.rows}>
      <RecordList of={post} source={source} columns={may('user') ? members : undefined} />
    </WithMemberCounts>
  )
}
