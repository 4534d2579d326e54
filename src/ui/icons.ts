/*! Icon paths: Phosphor Icons, MIT, src/ui/iconPaths.LICENSE.txt */
import { createElement, type FunctionComponent, type SVGProps } from 'react';
import paths from './iconPaths.json' with { type: 'json' };

type IconProps = SVGProps<SVGSVGElement> & { size?: number | string };
type FillableIconProps = IconProps & { weight?: 'regular' | 'fill' };
export type Icon = FunctionComponent<IconProps>;

const drawPath = (path: string, { size = '1em', color = 'currentColor', ...rest }: IconProps) =>
  createElement(
    'svg',
    {
      xmlns: 'http://www.w3.org/2000/svg',
      width: size,
      height: size,
      fill: color,
      viewBox: '0 0 256 256',
      ...rest,
    },
    createElement('path', { d: path }),
  );

function makeIcon({ regular }: { regular: string }) {
  return (props: IconProps) => drawPath(regular, props);
}

function makeFillableIcon(weights: { regular: string; fill: string }) {
  return ({ weight = 'regular', ...props }: FillableIconProps) => drawPath(weights[weight], props);
}

export const ArrowClockwise = makeIcon(paths.ArrowClockwise);
export const ArrowCounterClockwise = makeIcon(paths.ArrowCounterClockwise);
export const ArrowDown = makeIcon(paths.ArrowDown);
export const ArrowLeft = makeIcon(paths.ArrowLeft);
export const ArrowRight = makeIcon(paths.ArrowRight);
export const ArrowUp = makeIcon(paths.ArrowUp);
export const ArrowUpRight = makeIcon(paths.ArrowUpRight);
export const CalendarBlank = makeIcon(paths.CalendarBlank);
export const Camera = makeIcon(paths.Camera);
export const CaretDown = makeIcon(paths.CaretDown);
export const CaretLeft = makeIcon(paths.CaretLeft);
export const CaretRight = makeIcon(paths.CaretRight);
export const CaretUp = makeIcon(paths.CaretUp);
export const ChatText = makeFillableIcon(paths.ChatText);
export const Check = makeIcon(paths.Check);
export const CheckCircle = makeFillableIcon(paths.CheckCircle);
export const Checks = makeIcon(paths.Checks);
export const Circle = makeIcon(paths.Circle);
export const CircleNotch = makeIcon(paths.CircleNotch);
export const ClipboardText = makeIcon(paths.ClipboardText);
export const Clock = makeIcon(paths.Clock);
export const CloudSlash = makeIcon(paths.CloudSlash);
export const Copy = makeIcon(paths.Copy);
export const Crosshair = makeIcon(paths.Crosshair);
export const Desktop = makeIcon(paths.Desktop);
export const DeviceMobile = makeIcon(paths.DeviceMobile);
export const DownloadSimple = makeIcon(paths.DownloadSimple);
export const EnvelopeSimpleOpen = makeIcon(paths.EnvelopeSimpleOpen);
export const Eraser = makeIcon(paths.Eraser);
export const Eye = makeIcon(paths.Eye);
export const EyeSlash = makeIcon(paths.EyeSlash);
export const File = makeIcon(paths.File);
export const FilePdf = makeIcon(paths.FilePdf);
export const Files = makeFillableIcon(paths.Files);
export const FloppyDisk = makeIcon(paths.FloppyDisk);
export const FolderOpen = makeIcon(paths.FolderOpen);
export const FolderSimple = makeIcon(paths.FolderSimple);
export const Folders = makeFillableIcon(paths.Folders);
export const GearSix = makeFillableIcon(paths.GearSix);
export const Globe = makeIcon(paths.Globe);
export const HourglassLow = makeIcon(paths.HourglassLow);
export const HouseLine = makeFillableIcon(paths.HouseLine);
export const Image = makeIcon(paths.Image);
export const Info = makeIcon(paths.Info);
export const Kanban = makeFillableIcon(paths.Kanban);
export const Key = makeIcon(paths.Key);
export const Keyboard = makeIcon(paths.Keyboard);
export const List = makeIcon(paths.List);
export const LockSimple = makeIcon(paths.LockSimple);
export const MagnifyingGlass = makeIcon(paths.MagnifyingGlass);
export const MagnifyingGlassMinus = makeIcon(paths.MagnifyingGlassMinus);
export const MagnifyingGlassPlus = makeIcon(paths.MagnifyingGlassPlus);
export const MapPin = makeIcon(paths.MapPin);
export const MapTrifold = makeIcon(paths.MapTrifold);
export const Moon = makeIcon(paths.Moon);
export const NotePencil = makeIcon(paths.NotePencil);
export const PaperPlaneTilt = makeIcon(paths.PaperPlaneTilt);
export const Paperclip = makeIcon(paths.Paperclip);
export const PencilSimple = makeIcon(paths.PencilSimple);
export const PencilSimpleLine = makeIcon(paths.PencilSimpleLine);
export const Phone = makeIcon(paths.Phone);
export const Plus = makeIcon(paths.Plus);
export const Printer = makeIcon(paths.Printer);
export const Prohibit = makeIcon(paths.Prohibit);
export const SidebarSimple = makeIcon(paths.SidebarSimple);
export const SignIn = makeIcon(paths.SignIn);
export const SignOut = makeIcon(paths.SignOut);
export const Signature = makeIcon(paths.Signature);
export const Smiley = makeFillableIcon(paths.Smiley);
export const SmileyMeh = makeFillableIcon(paths.SmileyMeh);
export const SmileySad = makeFillableIcon(paths.SmileySad);
export const Star = makeFillableIcon(paths.Star);
export const Sun = makeIcon(paths.Sun);
export const Trash = makeIcon(paths.Trash);
export const UploadSimple = makeIcon(paths.UploadSimple);
export const UserCircle = makeIcon(paths.UserCircle);
export const Warning = makeFillableIcon(paths.Warning);
export const WarningCircle = makeFillableIcon(paths.WarningCircle);
export const X = makeIcon(paths.X);
