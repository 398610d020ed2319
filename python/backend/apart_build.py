"""A build backend (PEP 517) that builds the module by CMake, and nothing else: pip needs no package for it.

Settings, as in `pip wheel . --config-settings build-dir=build/test`:
  build-dir   a CMake build folder to use, with APART_BUILD_PYTHON on; what is built there is not built again
  cmake-args  more arguments for CMake, as text
"""
import base64
import hashlib
import io
import os
import pathlib
import re
import shlex
import shutil
import subprocess
import sys
import sysconfig
import tarfile
import tempfile
import zipfile

ROOT = pathlib.Path(__file__).resolve().parents[2]


def version():
    text = (ROOT / "include" / "apart" / "version.hpp").read_text()
    return ".".join(re.search(rf"{part} (\d+)", text)[1] for part in ("MAJOR", "MINOR", "PATCH"))


def metadata():
    lines = [
        "Metadata-Version: 2.1",
        "Name: apart",
        f"Version: {version()}",
        "Summary: Collision, distance and clash queries between meshes and convex shapes",
        "License: MIT",
        "Requires-Python: >=3.10",
        "Requires-Dist: numpy",
        "Description-Content-Type: text/markdown",
        "",
    ]
    return "\n".join(lines) + "\n" + (ROOT / "docs" / "python.md").read_text()


def tag():
    python = "cp%d%d" % sys.version_info[:2]
    platform = sysconfig.get_platform().replace("-", "_").replace(".", "_")
    return f"{python}-{python}-{platform}"


def run(*command):
    print("+", shlex.join(map(str, command)), flush=True)
    subprocess.run([str(word) for word in command], check=True, cwd=ROOT)


def stage(settings, folder):
    """The installed package in a folder."""
    build = settings.get("build-dir")
    if build:
        build = (ROOT / build).resolve()
        cache = (build / "CMakeCache.txt").read_text() if (build / "CMakeCache.txt").exists() else ""
        if "APART_BUILD_PYTHON:BOOL=" not in cache:
            sys.exit(f"{build}: no build folder of Apart with the Python module")
    else:
        build = ROOT / "build" / f"python-{tag()}"
        more = shlex.split(settings.get("cmake-args", ""))
        ninja = ["-G", "Ninja"] if shutil.which("ninja") else []
        run("cmake", "-S", ROOT, "-B", build, *ninja, "-DCMAKE_BUILD_TYPE=Release", "-DAPART_BUILD_PYTHON=ON",
            "-DAPART_BUILD_CLI=OFF", "-DCMAKE_UNITY_BUILD=ON", f"-DAPART_PYTHON={sys.executable}", *more)
    run("cmake", "--build", build, "--target", "apart_python_package", "--parallel", os.cpu_count() or 1)
    run("cmake", "--install", build, "--component", "python", "--prefix", folder, "--strip")
    found = [path for path in pathlib.Path(folder).rglob("apart") if path.is_dir() and any(path.glob("_apart*"))]
    if len(found) != 1:
        sys.exit("the module was not installed where it is looked for")
    return found[0]


def write_wheel(path, files):
    """files: {name in the wheel: bytes}. The same files give the same bytes."""
    records = []
    info = f"apart-{version()}.dist-info"
    with zipfile.ZipFile(path, "w", zipfile.ZIP_DEFLATED) as wheel:
        for name, content in sorted(files.items(), key=lambda item: (".dist-info" in item[0], item[0])):
            entry = zipfile.ZipInfo(name, (1980, 1, 1, 0, 0, 0))
            entry.compress_type, entry.external_attr = zipfile.ZIP_DEFLATED, 0o644 << 16
            wheel.writestr(entry, content)
            digest = base64.urlsafe_b64encode(hashlib.sha256(content).digest()).rstrip(b"=").decode()
            records.append(f"{name},sha256={digest},{len(content)}")
        records.append(f"{info}/RECORD,,")
        wheel.writestr(zipfile.ZipInfo(f"{info}/RECORD", (1980, 1, 1, 0, 0, 0)), "\n".join(records) + "\n")


def info_files():
    """What tells about the wheel: {name in the wheel: bytes}."""
    info = f"apart-{version()}.dist-info"
    return {
        f"{info}/METADATA": metadata().encode(),
        f"{info}/WHEEL": f"Wheel-Version: 1.0\nGenerator: apart_build\nRoot-Is-Purelib: false\nTag: {tag()}\n".encode(),
        f"{info}/LICENSE": (ROOT / "LICENSE").read_bytes(),
    }


def prepare_metadata_for_build_wheel(metadata_directory, config_settings=None):
    for name, content in info_files().items():
        path = pathlib.Path(metadata_directory) / name
        path.parent.mkdir(exist_ok=True)
        path.write_bytes(content)
    return f"apart-{version()}.dist-info"


def build_wheel(wheel_directory, config_settings=None, metadata_directory=None):
    name = f"apart-{version()}-{tag()}.whl"
    files = info_files()
    with tempfile.TemporaryDirectory() as folder:
        package = stage(config_settings or {}, folder)
        for path in package.rglob("*"):
            if path.is_file() and "__pycache__" not in path.parts:
                files[f"apart/{path.relative_to(package).as_posix()}"] = path.read_bytes()
    write_wheel(pathlib.Path(wheel_directory) / name, files)
    return name


def build_sdist(sdist_directory, config_settings=None):
    base = f"apart-{version()}"
    listed = subprocess.run(["git", "ls-files", "-z"], cwd=ROOT, check=True, capture_output=True).stdout.decode()
    with tarfile.open(pathlib.Path(sdist_directory) / f"{base}.tar.gz", "w:gz", format=tarfile.PAX_FORMAT) as archive:
        for name in sorted(filter(None, listed.split("\0"))):
            archive.add(ROOT / name, f"{base}/{name}", recursive=False)
        content = metadata().encode()
        entry = tarfile.TarInfo(f"{base}/PKG-INFO")
        entry.size = len(content)
        archive.addfile(entry, io.BytesIO(content))
    return f"{base}.tar.gz"
