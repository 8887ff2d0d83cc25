/**
 * Owns the banner of a system: one picture, or none.
 * Refuses to know where it is shown.
 */
import { type Banner, bannerSize } from '@guichet/contract/banners';
import { record, unchanged, write } from '../audit/audit.service.ts';
import type { ReadDb } from '../platform/database/database.ts';
import { AppError } from '../platform/errors.ts';
import type { SystemGrant } from '../platform/grant.ts';
import type { House } from '../platform/house.ts';
import type { UploadedFile } from '../platform/requestBody.ts';
import { deleteBanner, selectBanner, upsertBanner } from './banners.queries.ts';
import { type Picture, readPicture } from './readPicture.ts';

/** @throws AppError `banner.notFound` */
export async function getBanner(db: ReadDb, systemId: number) {
  const banner = await selectBanner(db, systemId);
  if (!banner) throw new AppError('banner.notFound');
  return banner;
}

/** Sets or replaces the banner. @throws AppError `banner.wrongKind`, `banner.wrongSize` */
export async function saveBanner(house: House, grant: SystemGrant, { bytes }: UploadedFile): Promise<Banner> {
  const { contentType, width, height } = checkPicture(bytes);
  const version = house.clock.uuid();
  return write(house, grant, async (tx) => {
    await upsertBanner(tx, {
      system_id: grant.systemId,
      version,
      content_type: contentType,
      width,
      height,
      bytes,
      uploaded_at: house.clock.now(),
    });
    return record(
      { version, width, height },
      { action: 'banner.saved', subject: `banner:${grant.systemId}`, detail: { contentType, width, height } },
    );
  });
}

export async function removeBanner(house: House, grant: SystemGrant): Promise<boolean> {
  return write(house, grant, async (tx) => {
    if (!(await deleteBanner(tx, grant.systemId))) return unchanged(false);
    return record(true, { action: 'banner.removed', subject: `banner:${grant.systemId}` });
  });
}

function checkPicture(bytes: Buffer): Picture {
  const picture = readPicture(bytes);
  if (!picture) throw new AppError('banner.wrongKind');
  const { width, height } = picture;
  const { leastWidth, mostWidth, leastHeight } = bannerSize;
  const isFit = width >= leastWidth && width <= mostWidth && height >= leastHeight && width >= 2 * height;
  if (!isFit) throw new AppError('banner.wrongSize', { params: { width, height } });
  return picture;
}
