//! Copies the picture of the worlds to the window pixel by pixel. egui would blend it, which takes a software driver four times as
//! long.

use crate::draw::canvas::Area;
use pixels::wgpu::{
    BindGroup, BindGroupDescriptor, BindGroupEntry, BindGroupLayout, BindGroupLayoutDescriptor,
    BindGroupLayoutEntry, BindingResource, BindingType, ColorTargetState, Device, FragmentState,
    PipelineLayoutDescriptor, RenderPass, RenderPipeline, RenderPipelineDescriptor, ShaderModuleDescriptor,
    ShaderSource, ShaderStages, Texture, TextureFormat, TextureSampleType, TextureViewDescriptor,
    TextureViewDimension, VertexState,
};

/// One triangle covers the viewport. Texels are read by their number, so none is mixed with its neighbours. A target that converts
/// to sRGB expects linear colours.
const SHADER: &str = "
@group(0) @binding(0) var picture: texture_2d<f32>;

struct Corner {
    @builtin(position) position: vec4<f32>,
    @location(0) texel: vec2<f32>,
};

@vertex
fn corner(@builtin(vertex_index) index: u32) -> Corner {
    let at = vec2<f32>(f32((index << 1u) & 2u), f32(index & 2u));
    var out: Corner;
    out.position = vec4<f32>(at.x * 2.0 - 1.0, 1.0 - at.y * 2.0, 0.0, 1.0);
    out.texel = at * vec2<f32>(textureDimensions(picture));
    return out;
}

@fragment
fn plain(in: Corner) -> @location(0) vec4<f32> {
    return textureLoad(picture, vec2<i32>(in.texel), 0);
}

@fragment
fn linear(in: Corner) -> @location(0) vec4<f32> {
    let gamma = textureLoad(picture, vec2<i32>(in.texel), 0).rgb;
    let low = gamma / 12.92;
    let high = pow((gamma + 0.055) / 1.055, vec3<f32>(2.4));
    return vec4<f32>(select(high, low, gamma < vec3<f32>(0.04045)), 1.0);
}
";

/// The pipeline that copies a texture.
pub(super) struct Blit {
    pipeline: RenderPipeline,
    layout: BindGroupLayout,
    source: BindGroup,
}

impl Blit {
    pub fn new(device: &Device, picture: &Texture, target: TextureFormat) -> Blit {
        let entry = BindGroupLayoutEntry {
            binding: 0,
            visibility: ShaderStages::VERTEX_FRAGMENT,
            ty: BindingType::Texture {
                sample_type: TextureSampleType::Float { filterable: false },
                view_dimension: TextureViewDimension::D2,
                multisampled: false,
            },
            count: None,
        };
        let layout = device.create_bind_group_layout(&BindGroupLayoutDescriptor {
            label: Some("picture"),
            entries: &[entry],
        });
        let shader =
            ShaderModuleDescriptor { label: Some("picture"), source: ShaderSource::Wgsl(SHADER.into()) };
        let module = &device.create_shader_module(shader);
        let pipeline_layout = device.create_pipeline_layout(&PipelineLayoutDescriptor {
            label: Some("picture"),
            bind_group_layouts: &[&layout],
            push_constant_ranges: &[],
        });
        let pipeline = device.create_render_pipeline(&RenderPipelineDescriptor {
            label: Some("picture"),
            layout: Some(&pipeline_layout),
            vertex: VertexState {
                module,
                entry_point: Some("corner"),
                compilation_options: Default::default(),
                buffers: &[],
            },
            primitive: Default::default(),
            depth_stencil: None,
            multisample: Default::default(),
            fragment: Some(FragmentState {
                module,
                entry_point: Some(if target.is_srgb() { "linear" } else { "plain" }),
                compilation_options: Default::default(),
                targets: &[Some(ColorTargetState::from(target))],
            }),
            multiview: None,
            cache: None,
        });
        let source = bind(device, &layout, picture);
        Blit { pipeline, layout, source }
    }

    /// Copies from another texture from now on.
    pub fn set_source(&mut self, device: &Device, picture: &Texture) {
        self.source = bind(device, &self.layout, picture);
    }

    /// Draws the picture into this part of the target, which must lie within it.
    pub fn draw(&self, area: Area, pass: &mut RenderPass<'_>) {
        pass.set_viewport(area.x as f32, area.y as f32, area.width as f32, area.height as f32, 0.0, 1.0);
        pass.set_pipeline(&self.pipeline);
        pass.set_bind_group(0, &self.source, &[]);
        pass.draw(0..3, 0..1);
    }
}

fn bind(device: &Device, layout: &BindGroupLayout, picture: &Texture) -> BindGroup {
    let view = picture.create_view(&TextureViewDescriptor::default());
    device.create_bind_group(&BindGroupDescriptor {
        label: Some("picture"),
        layout,
        entries: &[BindGroupEntry { binding: 0, resource: BindingResource::TextureView(&view) }],
    })
}
